import itertools
import math

import numpy as np
import pytest
from explorer_hand import details, dots, goal, report, segments
from explorer_hand import said as words

from helpers.attention import simplified_attention
from helpers.explorers import MeaningExplorer
from helpers.explorers.meaning.state import Meaning
from helpers.figures.hull import is_outside
from helpers.readers import vocabularies

NAMES = ("apple", "bank", "bat")
GUESS = 15  # the place of “your z”: after 13 words and 2 means
TITLES = {name: vocabularies.load(name).title for name in NAMES}


def choices(name):
    """Return some choices of neighbours by what they are."""
    meaning = Meaning(vocabularies.load(name))
    first, second = map(meaning.members, meaning.meanings)
    neutral = meaning.members("neutral")
    return {
        "one each": (first[0], second[0]),
        "first": first,
        "second": second,
        "both": first + second,
        "neutral": neutral,
        "everybody": meaning.neighbours,
        "nobody": (),
    }


def end(explorer):
    """Return the label of the point that the shown way ends at."""
    return f"{explorer.name}, z" if explorer.lam == 1 else "x + λ(z − x)"


def role(explorer, label):
    """Return the role of a dot of the plane."""
    scene = explorer.plane.scene["dots"]
    return scene["roles"][scene["labels"].index(label)]


def context(name, on):
    """Return the word's context vector, by a loop of its own."""
    vocabulary = vocabularies.load(name)
    x = vocabulary.vector(name)
    rows = [x, *(vocabulary.vector(text) for text in on)]
    powers = [math.exp(sum(a * b for a, b in zip(x, row, strict=True))) for row in rows]
    return sum(power * row for power, row in zip(powers, rows, strict=True)) / sum(powers)


@pytest.mark.parametrize("name", NAMES)
def test_z_is_the_context_of_the_word_over_those_that_are_on(name):
    explorer = MeaningExplorer(name)
    for on in choices(name).values():
        explorer.on = on
        place = dots(explorer)[end(explorer)]
        assert role(explorer, end(explorer)) == "context"
        np.testing.assert_allclose(place, context(name, on), rtol=1e-12)
        rows = vocabularies.load(name).rows([name, *on])
        np.testing.assert_array_equal(place, simplified_attention(rows).context[0])


@pytest.mark.parametrize("name", NAMES)
def test_it_opens_among_one_kind_so_that_x_and_z_stand_far_apart(name):
    explorer = MeaningExplorer(name)
    first, second = vocabularies.load(name).axes
    assert explorer.on == choices(name)["first"]
    assert math.dist(explorer.state.x, explorer.state.z) > 0.7
    headline = explorer.text().headline
    assert headline.startswith(f"“{name}” moves to {first}: ")
    assert headline.endswith(f" from {second}.")
    explorer.name = NAMES[NAMES.index(name) - 1]
    assert explorer.on == choices(explorer.name)["first"]


KINDS = {
    "banana pear orchard juice": "moves to fruit: 0.24 from its mean, 1.83 from technology.",
    "phone laptop screen software": "moves to technology: 0.23 from its mean, 1.86 from fruit.",
    "orchard the": "is closer to fruit (",
    "the a my today": "stays in between: 1.13 from fruit, 1.13 from technology",
    "banana phone": "stays in between: 1.02 from fruit, 1.05 from technology",
    "": "is alone: all its attention is on itself",
}


@pytest.mark.parametrize(("on", "says"), KINDS.items())
def test_neighbours_draw_the_word_to_their_meaning_and_neutral_ones_to_neither(on, says):
    assert words(MeaningExplorer("apple", on.split())).startswith(f"“apple” {says}")


def test_every_headline_fits_one_line_of_a_wall():
    for name in NAMES:
        for on, lam in itertools.product(choices(name).values(), (0, 0.5, 1)):
            assert len(MeaningExplorer(name, on, lam=lam).text().headline) <= 66


def test_a_press_a_check_box_and_the_name_of_a_row_switch_words():
    explorer = MeaningExplorer("apple", [])
    report(explorer.plane, kind="choose", index=1)
    assert explorer.on == ("banana",)
    assert explorer.neighbours.boxes["banana"].on
    report(explorer.plane, kind="choose", index=1)
    assert explorer.on == ()
    explorer.neighbours.boxes["today"].press(True)
    explorer.neighbours.boxes["juice"].press(True)
    assert explorer.on == ("juice", "today")
    assert role(explorer, "juice") == "value"
    assert role(explorer, "pear") == "off"
    explorer.neighbours.names["technology"].press(True)
    assert explorer.on == ("juice", "phone", "laptop", "screen", "software", "today")
    explorer.neighbours.boxes["laptop"].press(False)
    assert not explorer.neighbours.names["technology"].on
    assert explorer.on == ("juice", "phone", "screen", "software", "today")
    explorer.neighbours.names["technology"].press(True)
    explorer.neighbours.names["technology"].press(False)
    assert explorer.on == ("juice", "today")
    report(explorer.plane, kind="choose", index=0)  # the word itself is always there
    assert len(explorer.on) == 2


def test_a_press_on_the_name_of_a_meaning_in_the_plane_switches_its_words():
    explorer = MeaningExplorer("apple", ["pear", "phone"])
    fruit, technology = (choices("apple")[name] for name in ("first", "second"))
    for place, on in (
        (13, (*fruit, "phone")),
        (14, (*fruit, *technology)),
        (13, technology),
        (14, ()),
    ):
        report(explorer.plane, kind="choose", index=place)
        assert explorer.on == on


def test_a_word_is_moved_and_all_follows_until_reset_or_its_example_put_it_back():
    explorer = MeaningExplorer("apple")
    vectors, goals = vocabularies.load("apple").vectors, [goal.text for goal in explorer.goals]
    for place, at in ((2, (0.5, 0.25)), (0, (0.125, 0.25)), (2, (9, 0.5))):
        frame = [explorer.plane.scene[name] for name in ("middle", "reach")]
        report(explorer.plane, kind="move", index=place, x=at[0], y=at[1])
        report(explorer.plane, kind="release", index=place, x=at[0], y=at[1])
        vectors[place] = min(at[0], frame[0][0] + frame[1]), at[1]
        rows = vectors[[0, *range(1, 1 + len(explorer.on))]]
        np.testing.assert_allclose(explorer.state.z, simplified_attention(rows).context[0])
        np.testing.assert_array_equal(explorer.vectors, vectors)
        assert [explorer.plane.scene[name] for name in ("middle", "reach")] == frame
        assert [goal.text for goal in explorer.goals] == goals
    report(explorer.plane, kind="choose", index=2)  # a word that is moved can be off too
    assert explorer.vectors[2, 1] == 0.5
    for begin in (explorer.reset, lambda: explorer._begin_example(explorer.example_title)):
        report(explorer.plane, kind="release", index=2, x=0.5, y=0.25)
        begin()
        placed = vocabularies.load("apple").vectors
        np.testing.assert_array_equal(explorer.vectors, placed)
    explorer.guessing = True
    assert explorer.plane.scene["dots"]["movable"].index(True) == 15  # your z, and no word


def test_the_dots_that_are_on_are_pressed():
    explorer = MeaningExplorer("apple", ["pear", "the"])
    scene = explorer.plane.scene["dots"]
    assert [scene["labels"][i] for i in scene["pressed"]] == ["apple, x", "pear", "the"]
    assert "fruit, on" in scene["texts"][scene["labels"].index("pear")]


@pytest.mark.parametrize("name", NAMES)
def test_the_plane_shows_the_origin_and_every_word_and_ends_near_them(name):
    scene, vectors = MeaningExplorer(name).plane.scene, vocabularies.load(name).vectors
    low, high = np.array(scene["middle"])[None] + [[-scene["reach"]], [scene["reach"]]]
    assert (vectors > low).all()
    assert (vectors < high).all()
    assert (low < 0).all()
    width = np.ptp(np.vstack([vectors, [0, 0]]), axis=0).max()
    assert 2 * scene["reach"] == pytest.approx(width + 0.4)


@pytest.mark.parametrize("lam", [0.0, 0.25])
def test_lambda_leads_from_x_to_z(lam):
    explorer = MeaningExplorer("bank", ["water", "fish"], lam=lam)
    x, z = vocabularies.load("bank").vector("bank"), context("bank", ["water", "fish"])
    place = dots(explorer)["x + λ(z − x)"]
    assert role(explorer, "x + λ(z − x)") == "context"
    np.testing.assert_allclose(place, x + lam * (z - x), rtol=1e-12)
    assert role(explorer, "z") == "ghost"
    np.testing.assert_allclose(dots(explorer)["z"], z, rtol=1e-12)


def test_lambda_follows_the_slider_and_the_words_follow_lambda():
    explorer = MeaningExplorer("apple", ["pear"])
    report(explorer.slider, kind="move", value=0.5)
    assert explorer.lam == 0.5
    assert "At λ = 0.50 it's at (1.29, 0.90)" in words(explorer)


def test_one_labelled_arrow_leads_from_x_to_z():
    explorer = MeaningExplorer("apple", ["banana", "pear"])
    for lam, label in ((1, "moved 0.80"), (0.5, "moved 0.40")):
        explorer.lam = lam
        scene = explorer.plane.scene["segments"]
        assert (scene["roles"], scene["labels"]) == (["shift"], [label])
        np.testing.assert_allclose(segments(explorer), [[1, 1, *explorer.state.moved]])
    explorer.on = ()
    assert explorer.plane.scene["segments"]["labels"] == [""]


def test_the_pulls_are_drawn_on_demand_and_lead_tip_to_tail_from_x_to_z():
    explorer = MeaningExplorer("apple", ["banana", "phone", "the"])
    assert not len(segments(explorer, "pull"))
    explorer.buttons["pulls"].press(True)
    pulls = segments(explorer, "pull")
    assert len(pulls) == 4
    np.testing.assert_array_equal(pulls[0, :2], [1, 1])
    np.testing.assert_allclose(pulls[1:, :2], pulls[:-1, 2:])
    np.testing.assert_allclose(pulls[-1, 2:], explorer.state.z)
    explorer.guessing = True
    assert not len(segments(explorer))


def test_the_details_hold_each_pull_the_hardest_first():
    explorer = MeaningExplorer("apple", ["banana", "phone", "the"])
    assert list(details(explorer)) == ["phone", "banana", "the"]
    assert details(explorer)["phone"] == "weight 0.45, pull 0.38"
    explorer.on = ()
    assert details(explorer) == {}


def test_a_guess_hides_z_and_the_release_reveals_how_far_it_was():
    explorer = MeaningExplorer("apple", ["pear"])
    explorer.guessing = True
    assert "apple, z" not in dots(explorer)
    np.testing.assert_array_equal(dots(explorer)["your z"], [1.0, 1.0])
    assert role(explorer, "your z") == "guess"
    assert list(dots(explorer)).index("your z") == GUESS
    assert "1.58" not in words(explorer) + explorer.picture().alt
    assert details(explorer) == {}
    report(explorer.plane, kind="move", index=GUESS, x=1.2, y=0.5)
    assert "apple, z" not in dots(explorer)
    report(explorer.plane, kind="release", index=GUESS, x=1.5, y=0.5)
    far = math.dist((1.5, 0.5), context("apple", ["pear"]))
    assert f"Your guess is {far:.2f} away from z." in words(explorer)
    np.testing.assert_array_equal(dots(explorer)["your z"], [1.5, 0.5])
    assert "apple, z" in dots(explorer)
    report(explorer.plane, kind="move", index=GUESS, x=0.0, y=0.0)  # it was on its way
    np.testing.assert_array_equal(dots(explorer)["your z"], [1.5, 0.5])
    explorer.on = ["phone"]  # the guess was of other neighbours
    assert "your z" not in dots(explorer)
    assert "Your z" not in words(explorer)


def test_by_keys_a_guess_is_shown_on_enter_and_a_press_alone_is_none():
    explorer = MeaningExplorer("apple", ["pear"], guessing=True)
    report(explorer.plane, kind="choose", index=GUESS)
    assert explorer.guessing
    report(explorer.plane, kind="release", index=GUESS, x=1.1, y=1.0, by="keys")
    assert "apple, z" not in dots(explorer)
    report(explorer.plane, kind="choose", index=GUESS)
    assert "apple, z" in dots(explorer)
    assert "Your guess is" in words(explorer)


def test_another_word_while_guessing_asks_anew():
    explorer = MeaningExplorer("apple", ["pear"], guessing=True)
    report(explorer.plane, kind="move", index=GUESS, x=2.0, y=0.0)
    explorer.name = "bat"
    assert explorer.guessing
    np.testing.assert_array_equal(dots(explorer)["your z"], explorer.state.x)


def test_a_pin_keeps_the_earlier_z():
    explorer = MeaningExplorer("apple", ["pear"])
    explorer.pinned = True
    earlier = context("apple", ["pear"])
    explorer.on = ["phone"]
    np.testing.assert_allclose(dots(explorer)["pinned z"], earlier)
    moved = math.dist(earlier, context("apple", ["phone"]))
    assert f"Since the pin, z has moved {moved:.2f}: it was at (1.58, 0.81)." in words(explorer)
    explorer.pinned = False
    assert "pinned z" not in dots(explorer)


def test_a_pin_gives_no_guess_away():
    explorer = MeaningExplorer("apple", pinned=True)
    for guessing in (True, False, True):
        explorer.guessing = guessing
        assert ("pinned z" in explorer.plane.scene["dots"]["labels"]) != guessing


@pytest.mark.parametrize("name", NAMES)
def test_the_possible_goals_can_be_reached_by_switching_words(name):
    explorer = MeaningExplorer(name)
    assert not goal(explorer, "move")["done"]
    second = choices(name)["second"]
    for some in (second, *itertools.combinations(second, 3)):  # all, or all but one
        explorer.on = some
    assert goal(explorer, "move")["done"]
    assert not goal(explorer, "bring “")["done"]
    explorer.on = choices(name)["both"]
    assert goal(explorer, "bring “")["done"]


@pytest.mark.parametrize("name", NAMES)
def test_no_neighbours_whatsoever_bring_z_outside_their_hull(name):
    vocabulary = vocabularies.load(name)
    for choice in itertools.product([False, True], repeat=12):
        on = tuple(t for t, chosen in zip(vocabulary.texts[1:], choice, strict=True) if chosen)
        among = Meaning(vocabulary, on)
        assert not is_outside(among.z, among.embeddings)
    assert "weighted mean" in goal(MeaningExplorer(name), "bring z outside")["hint"]


def test_another_word_brings_its_own_vocabulary_and_boxes():
    explorer = MeaningExplorer("bat", ["cave"], lam=0.5)
    boxes = explorer.neighbours.boxes
    explorer.name = "bank"
    assert explorer.presets.chosen == TITLES["bank"]
    explorer.presets.choose(TITLES["bat"])
    assert (explorer.name, explorer.on, explorer.lam) == ("bat", choices("bat")["first"], 1.0)
    assert explorer.neighbours.boxes is boxes  # going back and forth keeps no more widgets
    assert set(boxes) == set(vocabularies.load("bat").texts) - {"bat"}
    explorer.name = "bank"
    explorer.reset()
    assert (explorer.name, explorer.presets.chosen) == ("bat", TITLES["bat"])


def test_a_projector_names_only_the_words_that_are_on_and_keeps_the_check_boxes():
    explorer = MeaningExplorer("apple", ["pear"], projector=True)
    scene = explorer.plane.scene["dots"]
    assert scene["labels"][:13] == ["apple, x", "", "pear", *[""] * 10]
    assert scene["texts"][1] == "banana: (2.00, −0.10), fruit, off"
    assert explorer.note.hidden
    explorer.projector = False
    assert explorer.plane.scene["dots"]["labels"][1] == "banana"
    assert explorer.note.hidden is False
    assert "placed by hand" in explorer.note.html
