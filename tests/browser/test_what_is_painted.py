"""Every explorer in JupyterLab: what is painted is what Python meant, in place, length and role.

After every gesture of the other tests `settles` compares both; here are the states they leave out.
"""

import pytest

from browser import painted
from browser.pixels import KINDS, READ
from helpers.explorers.base.trial import Click, Drag


def pinned(shown):
    """Pin the state and leave it by two gestures, so that ghosts are elsewhere."""
    shown.press(["pin"])
    for hand in [one for one in shown.case.gestures if isinstance(one, Drag | Click)][:2]:
        shown.takes(hand.element, hand.by if isinstance(hand, Drag) else (0, 0), steps=3)
        shown.page.mouse.up()
        shown.paints()


def test_beside_a_pin_and_in_a_guess_all_is_painted_as_it_is_meant(shown):
    with shown.afresh():
        pinned(shown)
        if shown.explorer.get_by_role("button", name="guess", exact=True).count():
            shown.press(["guess"])
            shown.paints()


# Of each look in every view two shapes, by kind and classes, that stand for a number: words and the
# lines of axes may stand where there is room.
SHAPES = """(root, views) => {
    const clear = ["none", "rgba(0, 0, 0, 0)"], counts = {}, found = [];
    const drawn = one => {
        const look = getComputedStyle(one);
        const inks = one.ownerSVGElement ? [look.stroke] : [look.backgroundColor];
        if (one.ownerSVGElement && one.localName !== "line") inks.push(look.fill);
        return one.getClientRects().length && one.checkVisibility({visibilityProperty: true})
            && !inks.every(ink => clear.includes(ink));
    };
    const shapes = "path, line, rect, circle, polygon, td[role=gridcell], canvas, .abh-chip,"
        + ".abh-lineup-bar, .abh-lineup-ghost, .abh-lineup-mark i";
    const frame = "defs, .abh-grid, .abh-ticks, .abh-levels, .abh-axis, .abh-threads";
    for (const view of root.querySelectorAll(views)) {
        if (view.parentElement.closest(views)) continue;
        for (const one of view.querySelectorAll(shapes)) {
            if (one.closest(frame) || !drawn(one)) continue;
            const names = [view.className, one.parentElement.getAttribute("class") ?? ""];
            const look = [...names, one.localName, one.getAttribute("class")].join(" ");
            if ((counts[look] = (counts[look] ?? 0) + 1) > 2) continue;
            one.dataset.planted = found.length;
            found.push(look.replaceAll("abh-", ""));
        }
    }
    return found;
}"""
PLANTED = {"beside": {"translate": "12px 0"}, "below": {"translate": "0 12px"}}
# What is read of the page while one shape has another style.
PLANT = f"""(root, [place, style, asked]) => {{
    const one = root.querySelector(`[data-planted="${{place}}"]`);
    const before = one.getAttribute("style");
    for (const [name, to] of Object.entries(style)) one.style.setProperty(name, to, "important");
    const page = ({READ})(root, asked);
    if (before === null) one.removeAttribute("style"); else one.setAttribute("style", before);
    return page;
}}"""


@pytest.mark.slow
def test_a_shape_that_is_moved_is_found(shown):
    views, missed = ", ".join(selector for selector, _ in KINDS.values()), []
    with shown.afresh():
        pinned(shown)
        means, asked = shown.means(), painted.asked()
        for place, look in enumerate(shown.explorer.evaluate(SHAPES, views)):
            for name, style in PLANTED.items():
                page = shown.explorer.evaluate(PLANT, [place, style, asked])
                if not painted.complaints(means, page):
                    missed.append(f"{look} {name}")
        shown.paints()
    assert not missed, "\n".join(missed)
