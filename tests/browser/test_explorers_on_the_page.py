"""Every explorer in JupyterLab: anybody can read its page, in any theme, narrow and saved."""

import contextlib
import json

import pytest
from lab_server import until

from browser import explorer_page, notebook_page
from browser.cases import only, quickly
from browser.notebook_page import EXPLORERS
from helpers.explorers.base.trial import of_every


@pytest.mark.slow
@pytest.mark.parametrize("theme", explorer_page.THEMES)
def test_axe_finds_nothing_wrong_with_any_switch_on(shown, theme):
    explorer_page.choose_theme(shown.page, theme)
    rule = None if theme == "JupyterLab Light" else "color-contrast"  # all else is the same in it

    def wrong():
        return explorer_page.violations(shown.page, explorer_page.ROOT, rule=rule)

    shown.lands()
    found = {"at rest": wrong()}
    more = shown.explorer.get_by_role("button", name="more", exact=True)
    if more.get_attribute("aria-pressed") == "false":
        more.click()
        shown.rests()
    toggles = shown.explorer.locator(".abh-toolbar [aria-pressed]:not([disabled])")
    for place in range(toggles.count()):
        toggle = toggles.nth(place)
        toggle.click()
        shown.rests()
        found[toggle.inner_text()] = wrong()
        toggle.click()
        shown.rests()
    assert len(found) > 1
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


# A learner's function raises; attention's has answered once before, or a stand-in's is drawn.
FAILS = {
    "attention": "from helpers.attention import simplified_attention as once; left = [once];"
    "explorer.change(attend=lambda X: left.pop()(X));"
    "explorer.change(embeddings=explorer.embeddings / 2)",
    "mask": "explorer.change(allowed=lambda _: 1 / 0)",
    "order": "explorer.change(positions=lambda _: 1 / 0)",
}
CALLED_OLDER = """root => [...root.querySelectorAll(".abh-title, .abh-prompt")].filter(one =>
    one.textContent && getComputedStyle(one, "::after").content.includes("older")).length"""
of_learners = only(*FAILS)


@pytest.mark.slow
@of_learners
@pytest.mark.parametrize("theme", explorer_page.THEMES)
def test_axe_finds_nothing_wrong_while_a_function_raises(shown, theme):
    explorer_page.choose_theme(shown.page, theme)
    with shown.afresh(FAILS[shown.case.name]):
        assert shown.explorer.evaluate(CALLED_OLDER) == 2
        assert explorer_page.violations(shown.page, explorer_page.ROOT) == []


@of_learners
def test_a_function_that_raises_moves_nothing_under_the_hand(shown):
    """The headline, which may take two lines, stands above the picture on a narrow page."""
    held = shown.explorer.locator(".abh-plane svg, .abh-lineup-words").first
    with explorer_page.window(shown.page), shown.afresh():
        before = held.bounding_box()
        shown.run(FAILS[shown.case.name])
        shown.rests()
        assert shown.explorer.evaluate(CALLED_OLDER)
        assert held.bounding_box() == before


# Where the Tab key has gone: whether it is in the explorer, what it is called, and what it is.
STOP = """root => {
    const one = document.activeElement;
    const name = one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent;
    return [root.contains(one) && one !== root, name.trim(), one.outerHTML.slice(0, 80)];
}"""


def test_every_stop_of_the_tab_key_has_a_name(shown):
    shown.explorer.evaluate("root => { root.tabIndex = -1; root.focus(); }")
    stops = []
    for _ in range(150):
        shown.page.keyboard.press("Tab")
        is_inside, name, what = shown.explorer.evaluate(STOP)
        if not is_inside:
            break
        stops.append((name, what))
    shown.explorer.evaluate("root => root.removeAttribute('tabindex')")
    assert len(stops) > 3
    assert not is_inside
    assert [what for name, what in stops if not name] == []


@pytest.mark.slow
def test_the_bench_finds_what_it_moves_and_reads_though_quickly_it_tries_few(shown):
    one = of_every("BENCH")[shown.case.name]
    with shown.afresh():
        assert shown.explorer.locator(one.handle).count() >= 1
        assert shown.page.evaluate(one.read)


PRAISED = """root => {
    const [headline, praise] = [".abh-headline", ".abh-praise"].map(
        one => root.querySelector(`.abh-title > ${one}`)?.getBoundingClientRect());
    return praise && praise.top >= headline.bottom && praise.top < headline.bottom + 12;
}"""


@only("language_model")
def test_a_reached_goal_is_praised_below_the_headline(shown):
    with shown.afresh():
        shown.run("explorer.story = [*explorer.story[:6], 'felix', *explorer.story[7:]]")
        until(lambda: shown.explorer.evaluate(PRAISED), "praise")
        until(lambda: not shown.explorer.locator(".abh-praise").count(), "its end")


# The colours of all that is drawn, and whether paper keeps them.
PICTURES = "plane bars heatmap ring arcs lattice lineup story tiles"
COLOURS = """(root, pictures) => {
    root.getAnimations({subtree: true}).forEach(one => one.finish()); // a pulse changes colours
    const names = ["printColorAdjust", "fill", "stroke", "color", "backgroundColor",
        "backgroundImage", "borderTopColor", "boxShadow"];
    const places = pictures.split(" ").map(name => `.abh-${name} *`);
    return [...root.querySelectorAll(places)].filter(one => one.checkVisibility()).map(one => {
        const style = getComputedStyle(one);
        return [one.outerHTML.slice(0, 60), ...names.map(name => style[name])].join("; ");
    });
}"""
BACKGROUND = "button => getComputedStyle(button).backgroundColor"


@quickly("mask", "order")
def test_pictures_keep_their_colours_where_the_reader_forces_others_and_on_paper(shown):
    shown.press(["code", "code"])
    code = shown.explorer.get_by_role("button", name="code", exact=True)
    shown.lands()
    drawn = shown.explorer.evaluate(COLOURS, PICTURES)
    shown.page.emulate_media(forced_colors="active")
    try:
        forced, off = shown.explorer.evaluate(COLOURS, PICTURES), code.evaluate(BACKGROUND)
        code.click()
        until(lambda: code.evaluate(BACKGROUND) != off, "a switch that looks pressed", 5)
        code.click()
    finally:
        shown.page.emulate_media(forced_colors="null")
    assert [pair for pair in zip(drawn, forced, strict=True) if pair[0] != pair[1]] == []
    assert [one for one in drawn if "; exact;" not in one] == []
    assert len(drawn) > 10


@only("heads")
def test_an_open_hint_closes_when_its_goal_gives_way_to_another(shown):
    hint = shown.explorer.locator(".abh-goals li .abh-hint").first
    with shown.afresh():
        shown.explorer.get_by_role("button", name="hint:").first.click()
        assert hint.is_visible()
        shown.run("explorer.presets.choose(list(explorer.examples)[1])")
        until(hint.is_hidden, "the hint to close")


@only("heads")
def test_a_panel_that_is_pointed_at_is_read_with_ease(shown):
    shown.explorer.locator(".abh-arc-panel:has(.abh-detail:not(:empty))").first.hover()
    assert explorer_page.violations(shown.page, explorer_page.ROOT, rule="color-contrast") == []


@only("flow")
def test_a_guess_that_goes_back_to_where_it_began_is_taken(shown):
    with shown.afresh():
        for _ in range(2):
            shown.run("explorer.reset(); explorer.step = 'weights'; explorer.guessing = True")
            shown.middle(".abh-slider input")
            slider = shown.explorer.locator(".abh-slider input")
            began, (x, y) = slider.input_value(), slider.evaluate(explorer_page.KNOB)
            shown.page.mouse.move(x, y)
            shown.page.mouse.down()
            for away in (60, 0):
                shown.page.mouse.move(x + away, y, steps=4)
            assert slider.input_value() == began
            shown.page.mouse.up()
            slider.wait_for(state="hidden")


# Whether the headline stands above all else, next to what the pointer holds.
HEADLINE_FIRST = """root => [...root.children].every(one =>
    !one.getClientRects().length || one.getBoundingClientRect().top >=
    root.querySelector(".abh-headline").getBoundingClientRect().bottom)"""


def test_nothing_is_cut_where_there_is_little_room(shown):
    shown.lands()
    with explorer_page.window(shown.page, explorer_page.NARROW):
        until(lambda: shown.explorer.bounding_box()["width"] > 450, "the folded side bar")
        for size in (explorer_page.NARROW, explorer_page.ZOOMED):
            shown.page.set_viewport_size(size)
            shown.painted()
            assert shown.explorer.evaluate(explorer_page.CUT) == [], size
            assert shown.explorer.evaluate(explorer_page.CLIPPED) == [], size
            assert shown.explorer.evaluate(HEADLINE_FIRST), size


# Letters and words apart as far as WCAG 1.4.12 asks; and the texts that a box or a drawing cuts.
SPACED = """root => {
    root.insertAdjacentHTML("beforeend", `<style class="spaced">.abh-explorer * {
        line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important; }</style>`);
    const isCut = one => {
        const frame = one.ownerSVGElement ?? one, text = document.createRange();
        text.selectNodeContents(one);
        const [box, inside] = [frame, text].map(part => part.getBoundingClientRect());
        const isOver = inside.left < box.left - 1 || inside.right > box.right + 1;
        return getComputedStyle(frame).overflowX !== "visible" &&
            (isOver || frame.scrollWidth > frame.clientWidth);
    };
    const found = [...root.querySelectorAll("th, label, button, svg text, .abh-lineup-name")]
        .filter(one => one.checkVisibility() && isCut(one)).map(one => one.textContent);
    root.querySelector(".spaced").remove();
    return found;
}"""


@only("attention", "mask", "projection")
def test_no_name_is_cut_where_letters_stand_far_apart(shown):
    shown.painted()
    assert shown.explorer.evaluate(SPACED) == []


EXAMPLES = "__import__('json').dumps(list(explorer.examples))"


@pytest.mark.slow
def test_on_a_wall_beside_an_open_side_bar_nothing_is_cut(shown):
    shown.run("explorer.reset(); explorer.projector = True")
    shown.page.set_viewport_size(explorer_page.WALL)
    until(lambda: shown.explorer.bounding_box()["width"] < 900, "the open side bar")
    shown.rests()
    found = shown.explorer.evaluate(explorer_page.CUT)
    shown.page.set_viewport_size(explorer_page.WIDE)
    shown.run("explorer.projector = False; explorer.reset()")
    shown.settles()
    assert found == []


@pytest.mark.slow
def test_on_a_wall_every_example_fits(shown):
    assert wrong_on_a_wall(shown) == {}


def wrong_on_a_wall(shown):
    """Return what is small, cut, too tall or one below the other, by the title of the example."""
    shown.run("explorer.reset(); explorer.projector = True")
    wrong = {}
    with explorer_page.window(shown.page, explorer_page.WALL):
        until(lambda: shown.explorer.bounding_box()["width"] > 1000, "the folded side bar")
        for title in json.loads(shown.ask({"titles": EXAMPLES})["titles"]):
            shown.run(f"explorer.presets.choose({title!r})")
            shown.rests()
            with contextlib.suppress(AssertionError):
                until(lambda: not on_a_wall(shown), "a layout that fits", seconds=5)
            wrong[title] = on_a_wall(shown)
    shown.run("explorer.projector = False; explorer.reset()")
    shown.settles()
    return {title: found for title, found in wrong.items() if found}


def on_a_wall(shown):
    """Return what is small, cut, too tall or one below the other at this moment."""
    high = shown.page.locator(".jp-WindowedPanel-outer").first.bounding_box()["height"]
    own = shown.explorer.bounding_box()["height"]
    is_beside = side_by_side(shown.explorer.evaluate(explorer_page.PARTS))
    return [
        *shown.explorer.evaluate(explorer_page.CUT),
        *shown.explorer.evaluate(explorer_page.CLIPPED),
        *shown.explorer.evaluate(explorer_page.SMALL, explorer_page.LARGE),
        *shown.explorer.evaluate(explorer_page.TOUCHING),
        *([f"{own} of {high} pixels"] if own > high else []),
        *([] if is_beside else ["no two parts stand side by side"]),
    ]


def side_by_side(parts):
    """Return whether some part stands to the right of another, at its height; one alone may."""
    return len(parts) < 2 or any(
        left >= right and top < bottom and upper < low
        for _, upper, right, low in parts
        for left, top, _, bottom in parts
    )


# Whether the darkest cell of the large map has the colour that a key has on the page.
LIKE_KEYS = """root => {
    const map = root.querySelector(".abh-large canvas");
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    const cells = map.getContext("2d").getImageData(0, 0, map.width, map.height - 1).data;
    const at = cells.reduce((best, share, i) => i % 4 === 3 && share > cells[best] ? i : best, 3);
    pen.fillStyle = getComputedStyle(map).getPropertyValue("--key").trim();
    pen.fillRect(0, 0, 1, 1);
    const key = pen.getImageData(0, 0, 1, 1).data;
    return [...key].every((part, i) => i === 3 || Math.abs(part - cells[at - 3 + i]) < 3);
}"""


@pytest.mark.slow
@only("language_model")
def test_maps_that_are_seen_take_the_colours_of_another_theme(shown):
    with shown.afresh():
        for theme in explorer_page.THEMES:
            explorer_page.choose_theme(shown.page, theme)
            until(lambda: shown.explorer.evaluate(LIKE_KEYS), "the colours of the theme")


# A button without a name, a line that is too long, and pale texts: words, a letter, in a drawing.
PLANT = """root => root.insertAdjacentHTML("beforeend", `
    <button class="planted"></button> <hr class="planted">
    <p class="planted" style="background: #aaa; color: #999">pale</p>
    <p class="planted" style="background: #fff; color: #aaa">x</p>
    <div class="planted" style="background: #fff"><svg width="90" height="20">
        <rect width="90" height="20" fill="#eee"></rect><text y="15" fill="#aaa">drawn</text>
    </svg></div>
`)"""


@only("attention")
def test_faults_inside_would_be_found(shown):
    shown.explorer.evaluate(PLANT)
    line = shown.explorer.locator("> hr")
    line.evaluate("line => (line.style.width = '9999px')")
    button, said, short, drawn = sorted(explorer_page.violations(shown.page, explorer_page.ROOT))
    assert button.startswith("button-name")
    assert [one.startswith("color-contrast") for one in (said, short, drawn)] == [True] * 3
    assert len(shown.explorer.evaluate(explorer_page.CUT)) == 1
    shown.explorer.locator(".planted").evaluate_all("all => all.forEach(one => one.remove())")


# Of a line of the page, each letter that is read from left to right, and where it begins.
FROM_LEFT = r"""line => {
    const places = [];
    const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) [...walk.currentNode.data].forEach((letter, i) => {
        const range = document.createRange();
        range.setStart(walk.currentNode, i);
        range.setEnd(walk.currentNode, i + 1);
        const { left, top } = range.getBoundingClientRect();
        const isTurned = /[\s\p{Cf}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(letter);
        if (!isTurned) places.push([top, left]);
    });
    return places;
}"""


@only("attention")
def test_numbers_and_marks_keep_their_order_beside_words_from_right_to_left(shown):
    words = "explorer.change(tokens=('שלום', 'مرحبا', 'אבג', 'דה', 'ו', 'ז'), query=2)"
    with shown.afresh(words):
        places = shown.explorer.locator(".abh-headline").evaluate(FROM_LEFT)
        assert len(places) > 20
        assert places == sorted(places)


@only("attention")
def test_a_saved_notebook_shows_the_picture_when_it_is_opened_again(shown, browser, server):
    shown.page.locator(".jp-Notebook").click(position={"x": 5, "y": 5})
    again, saved = "91_again.ipynb", notebook_page.saved(shown.page, server, EXPLORERS)
    (server.work / again).write_text(json.dumps(saved), encoding="utf-8")
    page = browser.new_page()
    heard = notebook_page.listen(page, server)
    page.goto(f"{server.url}lab/workspaces/again/tree/{again}?reset&token={server.token}")
    output = page.locator(".jp-OutputArea-output").first
    output.locator("img").wait_for()
    assert output.locator("img").evaluate("image => image.naturalWidth") > 400
    assert page.get_by_text("model not found").count() == 0
    assert page.locator(notebook_page.WRONG).count() == 0
    assert heard == []
    page.close()
    notebook_page.end_kernels(server, again)
