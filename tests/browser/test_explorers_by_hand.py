"""Every explorer in JupyterLab: what the hand does reaches the kernel, and the numbers follow."""

import json

import numpy as np
import pytest
from lab_server import until

from browser import explorer_page, notebook_page
from browser.cases import CASES, only, quickly
from browser.shown import MIDDLE, alike
from helpers.explorers.base.trial import Drag, bar, row_name

# The label, rows and columns of every table of numbers that the kernel draws, drawers that are shut
# apart: what was drawn in them before stays.
TABLES = """
from helpers.views.heatmap import Heatmap as _Heatmap
def _tables(part):
    if part.hidden:
        return
    if isinstance(part, _Heatmap) and "rows" in part.scene:
        yield part.label, list(part.scene["rows"]), list(part.scene["columns"])
    for inner in part.children:
        yield from _tables(inner)
"""
HEADINGS = """tables => tables.filter(table => table.checkVisibility()).map(table => [
    table.getAttribute("aria-label"),
    ...["row", "col"].map(scope =>
        [...table.querySelectorAll(`th[scope=${scope}]`)].map(head => head.textContent)),
])"""

# One of each kind of what looks as if it could be pressed.
PRESSED = """root => {
    const found = new Map();
    for (const one of root.querySelectorAll("*")) {
        if (!/pointer|grab|resize|crosshair/.test(getComputedStyle(one).cursor)) continue;
        const view = one.closest("[class^=abh]") ?? root;
        const kind = [one.tagName, one.classList[0], view.classList[0]].join();
        if (found.has(kind) || one.closest("select, option")) continue;
        one.scrollIntoViewIfNeeded();
        const {x, y, width, height} = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        if (top && one.contains(top)) found.set(kind, one);
    }
    return [...found.values()];
}"""
SEEN = "one => one.isConnected && one.checkVisibility()"
IS_AT = "(one, place) => one.contains(document.elementFromPoint(...place))"
FOCUSED = "root => root !== document.activeElement && root.contains(document.activeElement)"
# Notes the keys that an explorer lets out, which would reach JupyterLab, and keeps them from it.
OVERHEARD = """() => document.body.addEventListener("keydown", window.overhear = event => {
    if (!/Control|Alt|Shift/.test(event.key)) (window.overheard ??= []).push(event.key);
    event.stopPropagation();
})"""
UNHEARD = "() => document.body.removeEventListener('keydown', overhear)"
KEYS = ("b", "0", "Shift+M", "ArrowDown", "Escape", "Enter", "Space")
SHORTCUTS = ("Shift+Enter", "Control+Enter", "Alt+ArrowLeft")
# A point on the rim of a handle.
RIM = """handle => {
    handle.scrollIntoViewIfNeeded();
    const {right, top, height} = handle.getBoundingClientRect();
    return [right - 2, top + height / 2];
}"""
# What a guess brings: a slider that was not there, or the handle of a dot or a bar.
THERE = """root => root.querySelectorAll(".abh-slider input").forEach(
    one => one.toggleAttribute("data-there", one.checkVisibility()))"""
GUESSED = (
    ".abh-slider input:not([data-there]), .abh-dot.abh-guess.abh-movable .abh-handle, "
    ".abh-pull:has(.abh-guess) .abh-handle"
)


def test_it_is_drawn_and_says_its_numbers(shown):
    assert shown.explorer.locator("svg:visible, table:visible").count() > 0
    assert shown.explorer.locator(".abh-headline").inner_text().endswith(".")
    shown.settles()


def test_every_table_has_the_names_of_its_rows_and_columns(shown):
    shown.run(TABLES)
    tables = "__import__('json').dumps(list(_tables(explorer.root)))"
    drawn = json.loads(shown.ask({"tables": tables})["tables"])
    heads = shown.explorer.locator("table[role=grid]").evaluate_all(HEADINGS)
    assert all(one in drawn for one in heads), (heads, drawn)
    assert bool(heads) == bool(drawn)


def test_the_mouse_takes_one_thing_after_another(shown):
    state = shown.state()
    for gesture in shown.case.gestures:
        state = shown.plays(gesture, state)


def test_a_press_alone_moves_nothing(shown):
    before = shown.state()
    held = [one.element for one in shown.case.gestures if isinstance(one, Drag)]
    for element in dict.fromkeys(held):
        if "range" in element or "slider" in element:
            continue  # a press beside a slider's knob is for going there
        shown.takes(element, (2, -2))
        shown.page.mouse.up()
        shown.rests()
        after, chosen = shown.state(), {"query": 0, "on": 0}  # what a press is for
        assert {**after, **chosen} == {**before, **chosen}, element
    shown.settles()


@pytest.mark.slow
def test_a_press_focuses_its_part_which_keeps_its_keys_and_lets_shortcuts_out(shown):
    kinds, heard, wrong = shown.explorer.evaluate_handle(PRESSED), [], []
    shown.page.evaluate(OVERHEARD)
    for kind in kinds.get_properties().values():
        shown.page.evaluate("() => { window.overheard = []; document.activeElement.blur(); }")
        shown.rests()
        place = kind.evaluate(SEEN) and kind.evaluate(MIDDLE)
        if not place or not kind.evaluate(IS_AT, place):
            continue  # what was pressed before has taken it away, or bent it
        what = kind.evaluate("one => one.outerHTML.slice(0, 90)")
        shown.page.mouse.click(*place)
        shown.rests()
        if not shown.explorer.evaluate(FOCUSED):
            wrong.append(f"no focus after a press: {what}")
        for key in (*SHORTCUTS, *KEYS):
            if shown.explorer.evaluate(FOCUSED):  # what it opens or ends may take the focus away
                shown.page.keyboard.press(key)
        heard.append(shown.page.evaluate("() => overheard"))
        if heard[-1] not in ([], ["Enter", "Enter", "ArrowLeft"]):
            wrong.append(f"lets out {heard[-1]}: {what}")
    shown.page.evaluate(UNHEARD)
    shown.run("explorer.reset()")
    shown.rests()
    assert wrong == []
    assert len([keys for keys in heard if keys]) > 2


@quickly("softmax")
def test_esc_takes_back_the_last_gesture_alone(shown):
    drags = {one.element: one for one in shown.case.gestures if hasattr(one, "by")}
    for drag in drags.values():
        name, states = drag.changes, []
        if name == "guessing":
            continue
        with shown.afresh():
            if not shown.explorer.locator(f"{drag.element} >> visible=true").count():
                continue  # in a drawer that is shut
            for way in (0.6, -0.6):
                place = shown.middle(drag.element)
                if "input" in drag.element or "slider" in drag.element:
                    place = shown.explorer.locator(drag.element).first.evaluate(explorer_page.KNOB)
                shown.page.mouse.move(*place)
                shown.page.mouse.down()
                shown.page.mouse.move(*np.add(place, np.multiply(drag.by, way)), steps=3)
                shown.page.mouse.up()
                states.append(shown.settles()[name])
            assert not alike(*states), drag
            shown.page.keyboard.press("Escape")
            shown.becomes(name, states[0], said=drag)


@only("softmax")
def test_a_bar_off_the_scale_is_taken_at_its_edge_and_esc_gives_its_number_back(shown):
    with shown.afresh("explorer.scores = (40, *explorer.scores[1:])"):
        shown.takes(bar(0), (0, 30), steps=3)
        shown.page.mouse.up()
        shown.settles(lambda held: 2 < held["scores"][0] < 3, "taken from the edge")
        shown.page.keyboard.press("Escape")
        shown.settles(lambda held: held["scores"][0] == 40, "given back")


@quickly("meaning", "flow")
def test_a_guess_is_made_with_the_mouse_on_its_ring(shown):
    if not shown.ask({"guesses": "explorer.guesses"})["guesses"]:
        return
    with shown.afresh():
        shown.explorer.evaluate(THERE)
        shown.press(["guess"])
        shown.rests()
        handle = shown.explorer.locator(GUESSED).locator("visible=true").first
        guessed = {"guessed": "explorer.guess is not None"}
        is_slider = handle.evaluate("one => one.matches('input')")
        if is_slider:  # Esc takes back the number that keys have made, in the picture, too
            handle.focus()
            for key, there in (("ArrowRight", True), ("Escape", False)):
                shown.page.keyboard.press(key)
                until(lambda there=there: shown.ask(guessed)["guessed"] == there, key, 5)
        place = handle.evaluate(explorer_page.KNOB if is_slider else RIM)
        shown.page.mouse.move(*place)
        shown.page.mouse.down()
        shown.page.mouse.move(*np.add(place, (25, -25)), steps=3)
        shown.rests()
        assert shown.ask(guessed)["guessed"]


@only("flow", "mask")
def test_jupyterlab_keeps_its_cells_while_the_name_of_a_row_has_the_focus(shown):
    cells, prompt = map(shown.page.locator, (".jp-Notebook .jp-Cell", notebook_page.PROMPTS))
    count, ran = cells.count(), prompt.first.inner_text()
    shown.explorer.locator(".abh-heatmap tbody tr:nth-child(2) th").click()
    shown.becomes("query", 1)
    for key in (*"bdd00", "ArrowDown", "Enter"):
        shown.page.keyboard.press(key)
    shown.becomes("query", 2)
    assert cells.count() == count
    assert shown.page.locator(".jp-Notebook.jp-mod-editMode, .jp-Dialog").count() == 0
    shown.page.keyboard.press("Control+Enter")
    until(lambda: prompt.first.inner_text() not in (ran, "[*]:"), "the cell to run again")


@only("flow")
def test_two_quick_presses_of_next_are_two_steps(shown):
    names = shown.explorer.locator(".abh-step-names button")
    names.first.click()
    shown.becomes("step", "embeddings")
    for there in ("scaled", "weighted rows"):
        shown.page.mouse.dblclick(*shown.middle(".abh-steps > button:text('next')"))
        shown.becomes("step", there)
    names.last.click()
    shown.becomes("step", "context")


@only(*(name for name, case in CASES.items() if case.typings))
def test_numbers_are_typed_in_one_field_after_another(shown):
    typings = shown.case.typings
    shown.press(["reset", *shown.case.edit])
    before = shown.settles()
    for typing in typings:
        shown.explorer.locator(typing.field).fill(typing.text)
        shown.page.keyboard.press("Enter")
        before = shown.has_become(typing, before)
    shown.explorer.locator(typings[0].field).fill("seven")
    shown.page.keyboard.press("Enter")
    shown.explorer.locator(".abh-message", has_text="is not a number").wait_for()
    assert shown.settles() == before
    shown.press(shown.case.edit)


def test_the_keyboard_alone_does_the_same(shown):
    shown.run("explorer.reset()")
    focus, first, state = None, None, shown.settles()
    for key in shown.case.keys:
        if focus != (key.element, key.changes):
            shown.explorer.locator("select").first.focus()
            explorer_page.tab_to(shown.page, f".abh-explorer {key.element}, {key.element}")
            focus, first = (key.element, key.changes), state[key.changes]
        wanted = key.to(state[key.changes], first)
        shown.page.keyboard.press(key.key)
        state = shown.becomes(key.changes, wanted)
        if key.key == "Escape":
            assert state[key.changes] == first  # to the last digit


@only("meaning")
def test_play_takes_a_slider_through_to_its_end_and_can_be_stopped(shown):
    play = shown.explorer.get_by_role("button", name="play how far: λ", exact=True)
    shown.run("explorer.reset(); _way = []; explorer.observe(lambda c: _way.append(c.new), 'lam')")
    shown.settles()
    for last in (False, True):
        play.click()
        until(lambda: len(shown.ask({"way": "_way"})["way"]) > 2, "the way")
        if last:
            until(lambda: play.inner_text() == "play", "the end")
        else:
            play.click()  # stops it
        shown.rests()
        way = shown.ask({"way": "_way"})["way"]
        shown.settles()
        assert shown.ask({"way": "_way"})["way"] == way
        assert (way[-1] == 1) == last
        aloud, words = map(shown.explorer.locator, (".abh-aloud[role=status]", ".abh-headline"))
        assert words.text_content() in aloud.text_content()  # it rests here, so it is read out
    assert min(way) < 0.5


def test_a_wrong_number_would_be_found(shown):
    shown.press(shown.case.all_shown)
    shown.settles()
    selector, attribute = next(iter(shown.case.shown.values()))
    right = explorer_page.texts(shown.explorer, selector, attribute)[0]
    wrong = right.replace(".", ".9", 1) if "." in right else f"9{right}"
    element = shown.explorer.locator(f"{selector}:visible").first
    write = "(one, [name, text]) => name ? one.setAttribute(name, text) : (one.textContent = text)"
    element.evaluate(write, [attribute, wrong])
    assert shown.complaints() != []
    element.evaluate(write, [attribute, right])


@only("heads")
def test_the_slider_of_a_head_has_the_colour_of_that_head(shown):
    colour = "one => getComputedStyle(one).getPropertyValue('accent-color')"
    name = "one => getComputedStyle(one.querySelector('.abh-arc-name')).color"
    for place in (2, 1, 2):
        panel = shown.explorer.locator(f".abh-arc-panel.abh-head-{place}")
        panel.locator(".abh-arc-name").click()
        shown.becomes("head", place - 1)
        slider = shown.explorer.locator(".abh-slider input:visible")
        until(
            lambda slider=slider, panel=panel: slider.evaluate(colour) == panel.evaluate(name),
            "the colour",
        )


@only("language_model")
def test_a_typed_story_waits_for_enter_and_escape_gives_the_last_good_one_back(shown):
    field = shown.explorer.locator(".abh-grid input:visible")
    hint = "one => getComputedStyle(one.closest('td'), '::after').content"
    good = field.input_value()
    assert field.evaluate(hint) == "none"
    field.fill("anna took the zebra .")
    assert "Enter" in field.evaluate(hint)
    shown.page.keyboard.press("Enter")
    shown.explorer.locator(".abh-message", has_text="zebra").wait_for()
    until(lambda: field.evaluate(hint) == "none", "the field's rest")
    assert field.input_value() == "anna took the zebra ."
    field.fill(good.replace(" ", "  "))
    shown.page.keyboard.press("Enter")
    until(lambda: field.input_value() == good, "the story as it was read", 5)
    assert field.evaluate(hint) == "none"
    field.fill("anna took the zebra .")
    shown.page.keyboard.press("Enter")
    shown.explorer.locator(".abh-message", has_text="zebra").wait_for()
    shown.page.keyboard.press("Escape")
    assert field.input_value() == good
    shown.page.keyboard.press("Enter")
    shown.explorer.locator(".abh-message", has_text="zebra").wait_for(state="hidden")
    shown.settles()


SLOW = """
_asked, _change, _sleep = [], explorer.change, __import__("time").sleep
def _slowly(*args, **changes):
    _asked.append(changes)
    _sleep(0.5)
    return _change(*args, **changes)
explorer.change = _slowly
"""


@only("real_model")
def test_while_a_pass_is_computed_the_newest_wish_alone_waits(shown):
    asked = {"asked": "len(_asked)", "off": "[list(one) for one in explorer.off]"}
    acts, squares = (
        shown.explorer.locator(f".abh-lattice {one}") for one in ("button", "[tabindex]")
    )
    with shown.afresh(SLOW):
        for place in (3, 33, 63, 93, 33):
            squares.nth(place).click()
            acts.first.click()
        assert squares.nth(33).get_attribute("class") == ""  # the page knows it, before Python does
        assert squares.nth(93).get_attribute("class") == "abh-off"
        until(lambda: "computing" in shown.explorer.evaluate(explorer_page.SAYS), "the word")
        shown.rests()
        found = shown.ask(asked)
        shown.run("del explorer.change")
    assert found["off"] == [[3, 0], [3, 2], [3, 3]]
    assert found["asked"] <= 4


# The numbers of words that are seen in frames, one after the other.
FRAMES = """root => {
    const seen = window.frames_seen = [];
    const look = () => {
        const now = root.querySelectorAll(".abh-token").length;
        if (now !== seen.at(-1)) seen.push(now);
        if (!seen.over) requestAnimationFrame(look);
    };
    look();
}"""


@only("real_model")
def test_it_writes_on_token_by_token_until_a_hand_stops_it(shown):
    writer, tokens = shown.explorer.locator("[data-runs]"), {"n": "len(explorer.state.ids)"}
    with shown.afresh():
        shown.explorer.evaluate(FRAMES)
        first = shown.ask(tokens)["n"]
        for stop in (writer, shown.explorer.locator(".abh-headline")):
            before = shown.ask(tokens)["n"]
            writer.click()
            until(lambda before=before: shown.ask(tokens)["n"] > before + 2, "three tokens")
            assert writer.inner_text() == "stop"
            stop.click()
            shown.rests()
            there = shown.ask(tokens)["n"]
            shown.rests()
            assert shown.ask(tokens)["n"] == there
            assert writer.inner_text() == "write on"
        seen = shown.page.evaluate("() => { frames_seen.over = true; return [...frames_seen]; }")
        assert seen == list(range(first, there + 1))
    with shown.afresh(SLOW):
        for _ in range(2):
            writer.click()
        shown.rests()
        assert shown.ask({"n": "len(_asked)"})["n"] == 1  # to stop asks for no other one
        shown.run("del explorer.change")


TABLE = """root => [...root.querySelectorAll("[role=gridcell], .abh-toolbar")].map(one => {
    const { left, top } = one.getBoundingClientRect();
    return [left, top];
})"""


@only("attention")
def test_no_word_that_asks_moves_the_table(shown):
    with shown.afresh():
        places = []
        for query in range(6):
            shown.explorer.locator(row_name(query)).click()
            shown.becomes("query", query)
            places.append(shown.explorer.evaluate(TABLE))
        assert places == places[:1] * 6


# Frame by frame, from the origin: the first key, and where the grid has its first corner.
TURNS = """root => {
    const seen = window.turned = [];
    const [x, y] = [["x1", "x2"], ["y1", "y2"]].map(([a, b]) => Number(
        [...root.querySelectorAll(".abh-grid .abh-axis")].find(
            one => one.getAttribute(a) === one.getAttribute(b)).getAttribute(a)));
    const look = () => {
        const key = root.querySelector(".abh-dot.abh-tip.abh-group-key").getAttribute("transform");
        const corner = root.querySelector(".abh-turned path").getAttribute("d") ?? "";
        const now = [key, corner].map(text => text.match(/-?[\\d.]+/g)?.slice(0, 2).map(Number))
            .map(at => at && [at[0] - x, y - at[1]]);
        if (now[1] && String(now) !== String(seen.at(-1))) seen.push(now);
        if (!seen.over) requestAnimationFrame(look);
    };
    look();
}"""


@only("projection")
def test_another_matrix_turns_the_grid_and_the_keys_with_it(shown):
    angles = lambda at: np.degrees(np.unwrap(np.arctan2(at[:, 1], at[:, 0])))  # noqa: E731
    with shown.afresh("explorer.change(W_K='identity', traced='W_K')"):
        shown.explorer.evaluate(TURNS)
        menu = shown.explorer.get_by_label("keys: W_K")
        menu.select_option(label="rotate by 120°")
        shown.becomes("W_K", [[-0.5, 3**0.5 / 2], [-(3**0.5) / 2, -0.5]])
        shown.painted()
        seen = shown.page.evaluate("() => { turned.over = true; return [...turned]; }")
        for at in np.swapaxes(seen, 0, 1):  # of the key, and of the grid: round, and not across
            far, turned = np.hypot(*at.T), angles(at)
            assert np.ptp(far) < 0.02 * far.max()
            assert turned[-1] - turned[0] == pytest.approx(120, abs=0.5)
            assert len(at) > 5
            assert (np.diff(turned) > -0.01).all()
        shown.page.emulate_media(reduced_motion="reduce")
        shown.explorer.evaluate(TURNS)
        menu.select_option(label="identity")
        shown.becomes("W_K", [[1, 0], [0, 1]])
        shown.painted()
        seen = shown.page.evaluate("() => { turned.over = true; return [...turned]; }")
        shown.page.emulate_media(reduced_motion="no-preference")
        assert len(seen) == 2  # as it was, and as it is
