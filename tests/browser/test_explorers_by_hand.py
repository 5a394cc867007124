"""Every explorer in JupyterLab: what the hand does reaches the kernel, and the numbers follow."""

import pytest
from lab_server import until

from browser import explorer_page
from browser.shown import alike


def test_it_is_drawn_and_says_its_numbers(shown):
    assert shown.explorer.locator("svg:visible, table:visible").count() > 0
    assert shown.explorer.locator(".abh-result").inner_text().endswith(".")
    shown.settles()


def test_the_mouse_drags_it(shown):
    drag = shown.case.drag
    shown.press(drag.before)
    before = shown.state()[drag.changes]
    element = shown.explorer.locator(f"{drag.element}:visible").first
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x + drag.by[0], y + drag.by[1], steps=12)
    shown.page.mouse.up()
    until(lambda: not alike(shown.state()[drag.changes], before), "what the hand did", seconds=5)
    shown.press(drag.after)
    shown.settles()


def test_numbers_are_typed(shown):
    typing = shown.case.typing
    if typing is None:
        pytest.skip("it has no field")
    shown.press(typing.before)
    wanted = typing.to(shown.state()[typing.changes])
    shown.explorer.locator(typing.field).fill(typing.text)
    shown.page.keyboard.press("Enter")
    shown.becomes(typing.changes, wanted)
    before = shown.state()
    shown.explorer.locator(typing.field).fill("seven")
    shown.page.keyboard.press("Enter")
    shown.explorer.locator(".abh-message", has_text="is not a number").wait_for()
    assert shown.state() == before
    shown.settles()
    shown.press(typing.before)


def test_the_keyboard_alone_does_the_same(shown):
    focus, first = None, None
    for key in shown.case.keys:
        if focus != (key.element, key.changes):
            shown.explorer.locator("select").first.focus()
            explorer_page.tab_to(shown.page, f".abh-explorer {key.element}, {key.element}")
            focus, first = (key.element, key.changes), shown.state()[key.changes]
        wanted = key.to(shown.state()[key.changes], first)
        shown.page.keyboard.press(key.key)
        shown.becomes(key.changes, wanted)
        if key.key == "Escape":
            assert shown.state()[key.changes] == first  # to the last digit


def test_a_wrong_number_would_be_found(shown):
    shown.press(shown.case.all_shown)
    shown.settles()
    selector, attribute = next(iter(shown.case.shown.values()))
    right = explorer_page.texts(shown.explorer, selector, attribute)[0]
    wrong = right.replace(".", ".9", 1) if "." in right else f"9{right}"
    element = shown.explorer.locator(f"{selector}:visible").first
    write = "(one, [name, text]) => name ? one.setAttribute(name, text) : (one.textContent = text)"
    element.evaluate(write, [attribute, wrong])
    assert len(shown.complaints()) == 1
    element.evaluate(write, [attribute, right])
