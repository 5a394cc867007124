"""The dot product explorer shows what helpers.attention computes, and nothing typed breaks it."""

import itertools

import numpy as np
import pytest
from explorer_hand import done, numbers, report, said, segments
from hypothesis import given
from hypothesis import strategies as st

from helpers.attention import attention
from helpers.explorers import DotProductExplorer

COORDINATES = st.floats(-2.5, 2.5).map(lambda x: round(x, 3))


def facts(explorer):
    scene = explorer.facts.scene
    return dict(zip(scene["names"], (row[0] for row in scene["texts"]), strict=True))


@given(st.tuples(COORDINATES, COORDINATES), st.tuples(COORDINATES, COORDINATES))
def test_the_score_is_the_one_that_attention_computes(a, b):
    explorer = DotProductExplorer(a, b)
    score = attention([a], [b], [b]).scores[0, 0]
    parts = numbers(explorer.bars.scene["heights"])
    assert parts[0] + parts[1] == pytest.approx(parts[2])
    assert parts[2] == pytest.approx(score)
    limit = np.linalg.norm(a) * np.linalg.norm(b)
    assert abs(score) <= limit * (1 + 1e-12)
    starts = numbers(explorer.bars.scene["floors"])
    np.testing.assert_allclose(starts, [0, a[0] * b[0], 0, -limit], atol=1e-12)
    ends = starts + parts
    assert ends[1] == pytest.approx(ends[2])  # where the second product ends, their sum does
    assert ends[3] == pytest.approx(limit)
    np.testing.assert_allclose(numbers(explorer.bars.scene["links"]), ends[:2])
    assert not done(explorer)[2]


def test_the_facts_of_a_known_pair():
    assert facts(DotProductExplorer((2, 0), (1, 1))) == {
        "length of a": "2.00",
        "length of b": "1.41",
        "angle": "45.0°",
        "cosine": "0.71",
        "shadow of b on a": "1.00",
        "a · b": "2.00",
    }


def test_dragging_b_moves_its_shadow_and_the_words_follow():
    explorer = DotProductExplorer((2, 0), (1, 1))
    report(explorer.plane, kind="move", index=1, x=-1.5, y=1)
    assert (explorer.a, explorer.b) == ((2, 0), (-1.5, 1))
    np.testing.assert_allclose(segments(explorer, "shadow"), [[0, 0, -1.5, 0]], atol=1e-12)
    np.testing.assert_allclose(segments(explorer, "plain"), [[-1.5, 1, -1.5, 0]], atol=1e-12)
    assert said(explorer).startswith("a · b = −3.00, −83% of |a| |b|")
    report(explorer.plane, kind="choose", index=0)
    assert explorer.a == (2, 0)


@pytest.mark.parametrize(
    ("b", "words"),
    [
        ((1, 0), "a · b = 2.00, all of |a| |b|: a and b are aligned."),
        (
            (1, 0.02),
            "a · b = 2.00, almost 100% of |a| |b|: a and b are nearly aligned.",
        ),
        ((1, 0.1), "a · b = 2.00, 99.5% of |a| |b|: a and b are 5.7° apart."),
        ((0, 1), "a · b = 0.00, none of |a| |b|: a and b are orthogonal."),
        ((0.05, 1), "a · b = 0.10, 5% of |a| |b|: a and b are nearly orthogonal."),
        ((-1, 0.03), "a · b = −2.00, almost −100% of |a| |b|: a and b are nearly "),
        ((-1, 0), "a · b = −2.00, minus all of |a| |b|: a and b are opposite."),
        ((1, 1), "a · b = 2.00, 71% of |a| |b|: a and b are 45.0° apart."),
        ((-1, 1), "a · b = −2.00, −71% of |a| |b|: a and b are 135.0° apart."),
        ((0, 0), "a · b = 0.00: b has length 0, so its score is always 0 and there's no angle."),
    ],
)
def test_the_headline_says_what_is_length_and_what_is_direction(b, words):
    headline = DotProductExplorer((2, 0), b).text().headline
    assert headline.startswith(words)
    assert len(headline) <= 120


@pytest.mark.parametrize(("b", "side"), [((1, 1), -1), ((1, -1), 1), ((-1, 1), -1), ((-1, -1), 1)])
def test_the_shadow_has_its_length_beside_it_where_b_is_not(b, side):
    scene = DotProductExplorer((2, 0), b).plane.scene["segments"]
    place = scene["labels"].index(f"shadow {'−' if b[0] < 0 else ''}1.00")
    assert scene["roles"][place] == "shadow"
    start, end = numbers(scene["ends"]).reshape(-1, 2, 2)[place]
    left_of_the_way = np.array([start[1] - end[1], end[0] - start[0]])
    assert np.sign(left_of_the_way[1]) == side


def test_a_short_shadow_and_none_have_no_words():
    for a, b in (((2, 0), (0.29, 1)), ((0, 0), (1, 1)), ((2, 0), (0, 0))):
        assert not any(DotProductExplorer(a, b).plane.scene["segments"]["labels"])
    assert not any(DotProductExplorer(guessing=True).plane.scene["segments"]["labels"])


@given(st.tuples(COORDINATES, COORDINATES), st.tuples(COORDINATES, COORDINATES))
def test_an_area_is_as_large_as_the_score_and_lies_in_the_plane(a, b):
    explorer = DotProductExplorer(a, b, area=True)
    scene, score = explorer.plane.scene, round(np.dot(a, b), 9)
    (drawn,) = [one for one in scene["areas"] if one["role"] != "angle"]
    x, y = (corners := numbers(drawn["at"]).reshape(-1, 2)).T
    size = abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2
    aside = score / (np.dot(a, a) or 1) * np.array([-a[1], a[0]])
    if min(np.abs([side, a + side]).max() for side in (aside, -aside)) > 2.5:
        assert abs(score) / 4 < size < abs(score)  # the edge cuts it
    else:
        assert size == pytest.approx(abs(score), abs=1e-9)
    assert np.abs(corners).max() <= 2.5
    assert drawn["role"] == ("product" if score >= 0 else "minus")
    explorer.guessing = True
    assert [one["role"] for one in explorer.plane.scene["areas"]] == []


def axis(explorer):
    """Return the ends of the axis of the bars."""
    return explorer.bars.scene["low"], explorer.bars.scene["high"]


def test_the_axis_is_the_examples_and_what_leaves_it_is_marked():
    explorer = DotProductExplorer((2, -1), (2, 1))
    assert axis(explorer) == (-6, 6)
    for kind, guessing in itertools.product(("move", "release"), (False, True)):
        for at in ((2.5, -2.5), (0, 0), (-2.5, 2.5)):
            explorer.guessing = False
            report(explorer.plane, kind=kind, index=1, x=at[0], y=at[1])
            far = np.dot((2, -1), at)  # 7.5 one way, 0 and −7.5 the other
            arrow = {7.5: " ↑", 0: "", -7.5: " ↓"}[far]
            assert explorer.bars.scene["texts"][2].endswith(f"{abs(far):.2f}{arrow}")
            assert ("off the scale" in explorer.bars.scene["caption"]) == bool(arrow)
            explorer.guessing = guessing
            assert axis(explorer) == (-6, 6)
    explorer.presets.choose("aligned")
    assert axis(explorer) == (-3, 3)
    explorer.reset_button.press()
    assert axis(explorer) == (-6, 6)


def test_a_longer_vector_in_a_poor_direction_can_win():
    explorer = DotProductExplorer()
    scores = {}
    for title in ("long but askew", "short but aligned"):
        explorer.presets.choose(title)
        scores[title] = (explorer.state.score, explorer.state.cosine)
    long, short = scores.values()
    assert long[0] > short[0]
    assert long[1] < short[1]


def test_long_vectors_without_a_score_and_one_pulled_straight_out_reach_the_goals():
    explorer = DotProductExplorer((2, 0), (1, 1))
    for b, reached in (((0.06, 0.9), False), ((2, 2.3), False), ((0, 1.1), True)):
        explorer.b = b  # too short; turned and of double the score; long and square
        assert done(explorer) == [reached, False, False]
    explorer.reset()
    explorer.b = (2, 2)
    assert done(explorer) == [True, True, False]


def test_numbers_can_be_typed_and_nonsense_is_restored():
    explorer = DotProductExplorer((1, 0), (1, 1))
    report(explorer.grid, kind="type", row=0, column=1, text="-0,5")
    assert explorer.a == (1, -0.5)
    report(explorer.grid, kind="type", row=1, column=0, text="2.6")
    assert explorer.message == "A number of b must lie between -2.5 and 2.5; 2.6 does not."
    assert explorer.b == (1, 1)
    assert explorer.grid.scene["texts"] == [["1", "−0.5"], ["1", "1"]]


def test_a_guess_hides_the_score_until_the_hand_lets_go():
    explorer = DotProductExplorer((2, 0), (1, 1))
    explorer.guessing = True
    assert facts(explorer)["a · b"] == facts(explorer)["cosine"] == "?"
    assert not numbers(explorer.bars.scene["heights"]).any()
    assert "shadow" not in explorer.plane.scene["segments"]["roles"]
    assert "2.00" not in said(explorer)
    report(explorer.slider, kind="move", value=3.5)
    report(explorer.slider, kind="release", value=3.5, by="keys")
    assert explorer.guessing
    report(explorer.slider, kind="release", value=3.5)
    assert not explorer.guessing
    assert "You guessed 3.50; a · b is 2.00, 1.50 away." in said(explorer)
    assert numbers(explorer.bars.scene["ghosts"])[2] == 3.5
    explorer.b = (1, 0)
    assert "guessed" not in said(explorer)


def test_a_pair_without_an_angle_has_a_still_picture_of_none():
    assert "angle" not in DotProductExplorer((0, 0), (1, 1)).picture().alt


def test_a_pin_stays_beside_what_follows():
    explorer = DotProductExplorer((2, 0), (1, 1), pinned=True)
    explorer.b = (2, 2)
    assert explorer.facts.scene["columns"] == ["now", "pinned"]
    assert explorer.facts.scene["texts"][-1] == ["4.00", "2.00"]
    assert explorer.plane.scene["dots"]["movable"] == [True, True, False, False]
    assert "Since the pin: b is longer; a · b 2.00 → 4.00." in said(explorer)
