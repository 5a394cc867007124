"""The lines of the flow's table run from the cells that a number is made of, wherever it goes."""

import pytest
from lab_server import until

from browser import explorer_page
from browser.cases import only

# Of each line: whether it begins at a cell that feeds, ends at the cell that is fed, and all these
# have their ring; and the numbers that it runs through.
LINES = """root => {
    const { left, top } = root.querySelector(".abh-threads").getBoundingClientRect();
    const near = (cell, [x, y]) => {
        const box = cell.getBoundingClientRect();
        return x > box.left - 3 && x < box.right + 3 && y > box.top - 3 && y < box.bottom + 3;
    };
    const cells = [...root.querySelectorAll(".abh-page td[role=gridcell]")];
    const words = cells.filter(cell => cell.textContent).map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return [left, right, top + 3, bottom - 3, cell.textContent]; // a letter is lower than that
    });
    return [...root.querySelectorAll(".abh-thread")].map(line => {
        const long = line.getTotalLength();
        const at = far => {
            const { x, y } = line.getPointAtLength(far);
            return [x + left, y + top];
        };
        const points = [...Array(60).keys()].map(k => at(long * k / 59));
        return {
            begins: cells.some(cell => cell.matches(".abh-feeds") && near(cell, points[0])),
            ends: near(root.querySelector(".abh-fed"), points.at(-1)),
            ringed: cells.filter(cell => cell.matches(".abh-feeds, .abh-fed")).every(
                cell => getComputedStyle(cell).boxShadow.match(/ 0px 0px 0px [23]px inset/)),
            through: words.filter(([a, b, c, d]) =>
                points.some(([x, y]) => x > a && x < b && y > c && y < d)).map(word => word[4]),
        };
    });
}"""
# Whether what the present step has made is all in sight.
SEEN = """root => {
    const { left, right } = root.querySelector(".abh-scroll").getBoundingClientRect();
    return [...root.querySelectorAll("thead .abh-newest")].map(one => one.getBoundingClientRect())
        .every(one => one.left > left - 1 && one.right < right + 1);
}"""
# Notes the numbers that fly, and how far the results are seen at first and at last.
WATCH = """root => {
    const results = [8, 9].map(k => root.querySelector(`tbody tr td:nth-child(${k})`));
    const shown = () => results.map(one => Number(getComputedStyle(one).opacity));
    window.moments = { over: false };
    let [flown, early] = [[], null];
    const look = () => {
        const flying = [...root.querySelectorAll(".abh-flight")].map(one => one.textContent);
        if (flying.length > flown.length) flown = flying;
        if (results[0].textContent) early ??= shown();
        const ends = early && !flying.length && shown().every(one => one === 1);
        if (!ends) return requestAnimationFrame(look);
        window.moments = { over: true, seen: [flown, early, shown()] };
    };
    look();
}"""


pytestmark = only("flow")


@pytest.fixture
def flow(shown):
    shown.run("explorer.reset()")
    shown.page.mouse.move(2, 2)
    # Another file's test may have left the focus in the table, which then shows that cell's lines.
    shown.page.evaluate("document.activeElement.blur()")
    shown.rests()
    yield shown
    shown.page.emulate_media(reduced_motion="no-preference")
    shown.run("explorer.reset()")
    shown.settles()


def cell(shown, row, column):
    return shown.explorer.locator(f"tbody tr:nth-child({row + 1}) td:nth-child({column + 2})")


def has_lines(shown, count):
    """Wait until there are so many lines; each runs from a cell that feeds to the one it feeds."""
    drawn = []

    def there():
        shown.painted()
        drawn[:] = shown.explorer.evaluate(LINES)
        return len(drawn) == count and all(
            line["begins"] and line["ends"] and line["ringed"] for line in drawn
        )

    until(there, f"{count} lines", seconds=5)
    assert [line["through"] for line in drawn] == [[]] * count


def test_lines_follow_what_is_spoken_of_pointed_at_and_in_focus(flow):
    has_lines(flow, 5)
    for place, count in (((4, 7), 2), ((1, 2), 4), ((4, 7), 2), ((2, 5), 2), ((0, 0), 0)):
        cell(flow, *place).hover()
        has_lines(flow, count)
    flow.page.mouse.move(2, 2)
    has_lines(flow, 5)
    cell(flow, 5, 4).click()
    for key, count in (("ArrowUp", 1), ("ArrowRight", 2), ("ArrowDown", 5), ("ArrowRight", 5)):
        flow.page.mouse.move(2, 2)
        flow.page.keyboard.press(key)
        has_lines(flow, count)
    sheet = flow.explorer.locator(".abh-threads")
    assert sheet.get_attribute("aria-hidden") == "true"
    assert sheet.evaluate("one => getComputedStyle(one).pointerEvents") == "none"


def test_lines_stay_at_their_cells_where_the_table_scrolls_and_the_page_is_narrow(flow):
    flow.run('explorer.change(example="i_love_apple_phones", step="scores")')
    has_lines(flow, 4)
    with explorer_page.window(flow.page):
        until(lambda: flow.explorer.bounding_box()["width"] < 600, "the narrow page")
        has_lines(flow, 4)
        box = flow.explorer.locator(".abh-scroll").first
        assert box.evaluate("one => one.scrollWidth - one.clientWidth") > 50
        for far in (0, 9999):
            box.evaluate("(one, far) => (one.scrollLeft = far)", far)
            has_lines(flow, 4)
    has_lines(flow, 4)
    for step in ("projections", "weighted rows", "context"):
        flow.run(f'explorer.step = "{step}"')
        flow.rests()
        has_lines(flow, {"projections": 4, "weighted rows": 2, "context": 4}[step])


def test_all_that_a_step_has_made_is_in_sight_where_the_page_is_narrow(flow):
    with explorer_page.window(flow.page, {"width": 420, "height": 1000}):
        for step in ("weighted rows", "embeddings", "context"):
            flow.run(f'explorer.change(example="smart_robots", query=2, step="{step}")')
            until(lambda: flow.explorer.evaluate(SEEN), f"all of the {step}", seconds=5)


def test_numbers_fly_into_a_result_that_appears_when_they_arrive(flow):
    for motion in ("no-preference", "reduce", "no-preference"):
        flow.page.emulate_media(reduced_motion=motion)
        flow.run('explorer.step = "weights"')
        flow.rests()
        flow.lands()
        flow.explorer.evaluate(WATCH)
        flow.press(["next ›"])
        until(lambda: flow.explorer.evaluate("() => moments.over"), "the numbers' arrival")
        flow.lands()
        flown, early, late = flow.explorer.evaluate("() => moments.seen")
        # Of the row that is spoken of alone, each once: its weight, and both numbers of its vector.
        assert sorted(flown) == (["0", "0.15", "1"] if motion == "no-preference" else []), motion
        assert early == ([0, 0] if motion == "no-preference" else [1, 1]), motion
        assert late == [1, 1]
