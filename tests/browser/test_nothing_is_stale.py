"""While the mouse is still down, what is read is what is held: sentence, table, fields, picture."""

from lab_server import until

from browser import explorer_page
from browser.cases import only

# What a mouse takes hold of, how far it goes, and what the kernel's explorer then says and shows.
HANDS = {
    "attention": (".abh-dot[data-index='1']", [(-60, 40), (50, 30)], "explorer.editor.grid"),
    "dot_product": (".abh-dot[data-index='0']", [(60, 40), (-30, -50)], "explorer.grid"),
    "meaning": (".abh-slider input:visible", [(-40, 0), (-90, 0)], None),
    "softmax": (".abh-pull[data-index='1'] .abh-touch", [(0, -40), (0, 30)], "explorer.table"),
    "mask": ("[role=gridcell]", [(100, 0), (100, 70)], None),
    "projection": (".abh-dot[data-index='1']", [(60, 40), (-30, -50)], None),
    "scaling": (".abh-slider input:visible", [(-30, 0), (25, 0)], "explorer.typed"),
    "heads": (".abh-slider input:visible", [(60, 0), (20, 0)], "explorer.editor.grids['W_Q']"),
    "order": (".abh-lineup-name", [(150, 3), (300, -3)], "explorer.sentence.grid"),
}
# The slider that is the first on the page.
SLIDERS = {"meaning": "explorer.slider", "scaling": "explorer.width", "heads": "explorer.sharper"}
# What opens the drawer that the fields are in.
EDITED = dict.fromkeys(("attention", "softmax", "scaling"), "edit") | {
    "heads": "edit head 1",
    "order": "edit words",
}
FACTS = ".abh-facts td"
# Of a view in the kernel: rows of texts, as JSON takes them.
TEXTS = "{}.scene.get('texts', [])"


def held(shown, grid):
    """Return what the kernel's explorer says now, and what its typed fields hold."""
    wanted = {
        "words": "list(explorer.text()[:2])",
        "said": "[explorer.spoken.scene['headline'], explorer.spoken.scene['more']]",
    }
    if grid is not None:
        wanted["fields"] = TEXTS.format(grid)
    if shown.case.name in SLIDERS:
        wanted["slider"] = f"[[{SLIDERS[shown.case.name]}.scene['text']]]"
    if shown.case.name == "dot_product":
        wanted["facts"] = TEXTS.format("explorer.facts")
    return shown.ask(wanted)


def read(shown, grid):
    """Return what stands on the page."""
    explorer = shown.explorer
    parts = (".abh-headline", ".abh-more")
    found = {"words": [explorer.locator(part).text_content() for part in parts]}
    if grid is not None:
        values = "all => all.map(one => one.value)"
        found["fields"] = explorer.locator(".abh-grid:visible td input").evaluate_all(values)
    if shown.case.name in SLIDERS:
        found["slider"] = explorer_page.texts(explorer, ".abh-slider output")[:1]
    if shown.case.name == "dot_product":
        found["facts"] = explorer_page.texts(explorer, FACTS)
    return found


def agrees(shown, grid):
    """Return whether the page shows what the kernel holds."""
    page, kernel = read(shown, grid), held(shown, grid)
    if page["words"] != kernel["words"] or kernel["words"] != kernel["said"]:
        return False
    for name in kernel.keys() - {"words", "said"}:
        wanted = [text for row in kernel[name] for text in row]
        if not all(text in page[name] for text in wanted):
            return False
    return not shown.complaints()


def read_out(shown):
    return shown.explorer.locator(".abh-aloud[role=status]").text_content()


@only(*HANDS)
def test_sentences_tables_and_fields_follow_a_mouse_that_is_still_down(shown):
    element, ways, grid = HANDS[shown.case.name]
    shown.press(["reset"])  # where the tests before have left it, its words may not change any more
    if shown.case.name in EDITED:
        shown.press([EDITED[shown.case.name]])
    handle = shown.explorer.locator(element).first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse, aloud, seen = shown.page.mouse, None, set()
    mouse.move(x, y)
    mouse.down()
    try:
        for right, down in ways:
            mouse.move(x + right, y + down, steps=8)
            until(lambda: agrees(shown, grid), "the page beside the kernel", seconds=8)
            seen.add(tuple(read(shown, None)["words"]))
            aloud = read_out(shown) if aloud is None else aloud
            assert read_out(shown) == aloud
    finally:
        mouse.up()
    assert len(seen) == len(ways)
    told = lambda: "\n".join(filter(None, held(shown, grid)["words"]))  # noqa: E731
    until(lambda: read_out(shown).endswith(told()), "what is read out", seconds=8)
    assert agrees(shown, grid)
    assert shown.heard == []
    if shown.case.name in EDITED:
        shown.press([EDITED[shown.case.name]])
    shown.press(["reset"])
