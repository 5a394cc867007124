"""While the mouse is still down, what is read is what is held: sentence, table, fields, menus."""

from lab_server import until
from rules.notebook import ROOT

from browser import explorer_page
from browser.cases import CASES, only

# All that is to be seen of some kind in the kernel's explorer, as texts.
KERNEL = """
from helpers.views import facts as _facts, grid as _grid, parts as _parts, slider as _slider
def _texts(kind, name, part=explorer.root):
    if part.hidden:
        return []
    own = part.scene.get(name, []) if isinstance(part, kind) else []
    rows = [[own]] if isinstance(own, str) else own
    within = (text for inner in part.children for text in _texts(kind, name, inner))
    return [*(text for row in rows for text in row), *within]
"""
HELD = {
    "words": "list(explorer.text()[:2])",
    "said": "[explorer.spoken.scene['headline'], explorer.spoken.scene['more']]",
    "fields": "_texts(_grid.Grid, 'texts')",
    "facts": "_texts(_facts.Facts, 'texts')",
    "sliders": "_texts(_slider.Slider, 'text')",
    "menus": "sorted(f'{one.label}: {one.names[one.place]}'"
    " for one in explorer.root.seen() if isinstance(one, _parts.Menu))",
}
MENUS = """all => all.map(one => one.querySelector("label").textContent + ": "
    + one.querySelector("select").selectedOptions[0].textContent)"""
# The first thing that a case drags, unless it is a guess.
DRAGS = {
    name: next((one for one in case.gestures if getattr(one, "by", 0)), None)
    for name, case in CASES.items()
}
DRAGS = {name: drag for name, drag in DRAGS.items() if drag and drag.changes != "guessing"}


def read(shown):
    """Return what stands on the page, by the names of what the kernel holds."""
    explorer = shown.explorer
    words = [explorer.locator(part).text_content() for part in (".abh-headline", ".abh-more")]
    fields = explorer.locator(".abh-grid:visible td input")
    return {
        "words": words,
        "said": words,
        "fields": fields.evaluate_all("all => all.map(one => one.value)"),
        "facts": explorer_page.texts(explorer, ".abh-facts td"),
        "sliders": explorer_page.texts(explorer, ".abh-slider:visible output"),
        "menus": sorted(explorer.locator(".abh-menu:visible").evaluate_all(MENUS)),
    }


def agrees(shown):
    """Return whether the page shows what the kernel holds."""
    return read(shown) == shown.ask(HELD) and not shown.complaints()


def read_out(shown):
    return shown.explorer.locator(".abh-aloud[role=status]").text_content()


@only(*DRAGS)
def test_sentences_tables_and_fields_follow_a_mouse_that_is_still_down(shown):
    drag = DRAGS[shown.case.name]
    shown.press(["reset"])  # where the tests before have left it, its words may not change any more
    shown.press(shown.case.edit)
    shown.run(KERNEL)
    x, y = shown.takes(drag.element)
    aloud, seen = read_out(shown), set()
    try:
        for far in (1, -0.5):
            shown.page.mouse.move(x + far * drag.by[0], y + far * drag.by[1], steps=8)
            until(lambda: agrees(shown), "the page beside the kernel", seconds=8)
            seen.add(tuple(read(shown)["words"]))
            assert read_out(shown) == aloud
    finally:
        shown.page.mouse.up()
    assert len(seen) == 2
    told = lambda: "\n".join(filter(None, shown.ask(HELD)["words"]))  # noqa: E731
    until(lambda: read_out(shown).endswith(told()), "what is read out", seconds=8)
    assert agrees(shown)
    assert shown.heard == []
    shown.explorer.locator(".abh-toolbar select").select_option(index=1)
    shown.press([*shown.case.edit, "reset"])
    until(lambda: agrees(shown), "the page beside the kernel, once it is reset", seconds=8)


def test_the_answer_to_another_view_frees_no_place_for_ones_own_reports(browser):
    page = browser.new_page()
    views = ROOT / "helpers" / "views"
    page.route(
        "**/*.js", lambda route: route.fulfill(path=views / route.request.url.split("/")[-1])
    )
    page.route("**/page", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto("http://views.test/page")
    sent = page.evaluate("""async () => {
        const { createChannel } = await import("/wire.js");
        const sent = [];
        const model = { send: report => sent.push(report), on() {}, off() {} };
        const channel = createChannel(model, document.body);
        const part = channel.of("0", () => ({}));
        for (const place of [1, 2, 3, 4]) part.move(place);
        const counts = [sent.length];
        for (const sender of ["another", sent[0].sender]) {
            channel.answer({ sender, seq: 1, part: "0" });
            counts.push(sent.length);
        }
        channel.end();
        return counts;
    }""")
    page.close()
    assert sent == [3, 3, 4]
