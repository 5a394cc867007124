import itertools
import math

import numpy as np
import pytest
from explorer_hand import goal, report
from explorer_hand import said as words
from hypothesis import given
from hypothesis import strategies as st

from helpers import vocabularies
from helpers.attention import simplified_attention
from helpers.explorers import MeaningExplorer
from helpers.explorers.meaning.state import Meaning, companies

NAMES = ("apple", "bank", "bat")
GUESS = 15  # the place of “your z”: after 13 words and 2 means


def dots(explorer):
    """Return the dots of the plane as {label: (place, role)}."""
    scene = explorer._plane.scene["dots"]
    places = np.frombuffer(scene["at"]).reshape(-1, 2)
    return {
        label: (tuple(place), role)
        for label, place, role in zip(scene["labels"], places, scene["roles"], strict=True)
    }


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
    for on in companies(Meaning(vocabularies.load(name), ())).values():
        explorer.on = on
        place, role = dots(explorer)["z"]
        assert role == "context"
        np.testing.assert_allclose(place, context(name, on), rtol=1e-12)
        rows = vocabularies.load(name).rows([name, *on])
        np.testing.assert_array_equal(place, simplified_attention(rows).context[0])


def test_company_of_one_kind_draws_the_word_to_its_meaning():
    explorer = MeaningExplorer("apple", ["banana", "pear", "orchard", "juice"])
    assert "nearer to fruit (0.24 from its mean) than to technology (1.83), by 1.59" in words(
        explorer
    )
    explorer.on = ["phone", "laptop", "screen", "software"]
    assert "nearer to technology (0.23 from its mean)" in words(explorer)


def test_neutral_words_draw_it_to_neither():
    explorer = MeaningExplorer("apple", ["the", "a", "my", "today"])
    assert "as near to fruit as to technology" in words(explorer)
    explorer.on = ()
    assert "is alone: its only weight is 1" in words(explorer)
    np.testing.assert_array_equal(explorer.z, [1.0, 1.0])


def test_a_click_a_check_box_and_a_preset_switch_words():
    explorer = MeaningExplorer("apple", [])
    report(explorer._plane, kind="choose", index=1)
    assert explorer.on == ("banana",)
    assert explorer._company._boxes["banana"].value
    report(explorer._plane, kind="choose", index=1)
    assert explorer.on == ()
    explorer._company._boxes["today"].value = True
    explorer._company._boxes["juice"].value = True
    assert explorer.on == ("juice", "today")
    assert explorer._company.presets.value == "your own"
    assert dots(explorer)["juice"][1] == "value"
    assert dots(explorer)["pear"][1] == "off"
    explorer._company.presets.value = ("phone", "laptop", "screen", "software")
    assert explorer.on == ("phone", "laptop", "screen", "software")
    report(explorer._plane, kind="choose", index=0)  # the word itself is always there
    assert len(explorer.on) == 4


def test_the_dots_that_are_on_are_pressed():
    explorer = MeaningExplorer("apple", ["pear", "the"])
    scene = explorer._plane.scene["dots"]
    assert [scene["labels"][i] for i in scene["pressed"]] == ["apple", "pear", "the"]
    assert "fruit, on" in scene["texts"][scene["labels"].index("pear")]


@pytest.mark.parametrize("name", NAMES)
def test_the_plane_shows_the_origin_and_every_word_and_ends_near_them(name):
    scene, vectors = MeaningExplorer(name)._plane.scene, vocabularies.load(name).vectors
    low, high = np.array(scene["middle"])[None] + [[-scene["reach"]], [scene["reach"]]]
    assert (vectors > low).all()
    assert (vectors < high).all()
    assert (low < 0).all()
    width = np.ptp(np.vstack([vectors, [0, 0]]), axis=0).max()
    assert 2 * scene["reach"] == pytest.approx(width + 0.4)


@pytest.mark.parametrize("lam", [0.0, 0.25, 1.0])
def test_lambda_leads_from_x_to_z(lam):
    explorer = MeaningExplorer("bank", ["water", "fish"], lam=lam)
    x, z = vocabularies.load("bank").vector("bank"), context("bank", ["water", "fish"])
    label = "z" if lam == 1 else "x + λ(z − x)"
    place, role = dots(explorer)[label]
    assert role == "context"
    np.testing.assert_allclose(place, x + lam * (z - x), rtol=1e-12)
    np.testing.assert_allclose(dots(explorer)["z"][0], z, rtol=1e-12)


def test_lambda_follows_the_slider_and_the_words_follow_lambda():
    explorer = MeaningExplorer("apple", ["pear"])
    report(explorer._slider, kind="move", value=0.5)
    assert explorer.lam == 0.5
    assert "At λ = 0.50 it is at (1.29, 0.90)" in words(explorer)
    report(explorer._slider, kind="release", value=0.5)
    assert "At λ = 0.50 it is at (1.29, 0.90)" in words(explorer)


def test_the_pulls_lead_tip_to_tail_from_x_to_z():
    explorer = MeaningExplorer("apple", ["banana", "phone", "the"])
    segments = explorer._plane.scene["segments"]
    ends = np.frombuffer(segments["ends"]).reshape(-1, 4)
    pulls = ends[[role == "pull" for role in segments["roles"]]]
    np.testing.assert_array_equal(pulls[0, :2], [1, 1])
    np.testing.assert_allclose(pulls[1:, :2], pulls[:-1, 2:])
    np.testing.assert_allclose(pulls[-1, 2:], explorer.z)


def test_a_guess_hides_z_and_the_release_reveals_how_far_it_was():
    explorer = MeaningExplorer("apple", ["pear"])
    explorer.guessing = True
    assert "z" not in dots(explorer)
    assert dots(explorer)["your z"] == ((1.0, 1.0), "guess")
    assert list(dots(explorer)).index("your z") == GUESS
    assert "1.58" not in words(explorer) + explorer.picture().alt
    report(explorer._plane, kind="move", index=GUESS, x=1.2, y=0.5)
    assert "z" not in dots(explorer)
    report(explorer._plane, kind="release", index=GUESS, x=1.5, y=0.5)
    far = math.dist((1.5, 0.5), context("apple", ["pear"]))
    assert words(explorer).startswith(f"Your z is {far:.2f} away from z.")
    assert "z" in dots(explorer)
    explorer.on = ["phone"]  # another company, another guess
    assert "z" not in dots(explorer)


def test_by_keys_a_guess_is_shown_on_enter_or_by_the_button():
    explorer = MeaningExplorer("apple", ["pear"], guessing=True)
    report(explorer._plane, kind="release", index=GUESS, x=1.1, y=1.0, by="keys")
    assert "z" not in dots(explorer)
    report(explorer._plane, kind="choose", index=GUESS)
    assert "z" in dots(explorer)
    explorer.on = ["phone"]
    explorer._reveal.click()
    assert "z" in dots(explorer)


def test_a_pin_keeps_the_earlier_z():
    explorer = MeaningExplorer("apple", ["pear"])
    explorer.pinned = True
    earlier = context("apple", ["pear"])
    explorer.on = ["phone"]
    np.testing.assert_allclose(dots(explorer)["pinned z"][0], earlier)
    moved = math.dist(earlier, context("apple", ["phone"]))
    assert f"it has moved {moved:.2f} since" in words(explorer)
    explorer.pinned = False
    assert "pinned z" not in dots(explorer)


@pytest.mark.parametrize("name", NAMES)
def test_the_possible_goals_can_be_reached_by_switching_words(name):
    vocabulary = vocabularies.load(name)
    meaning = Meaning(vocabulary, ())
    explorer = MeaningExplorer(name, [])
    explorer.on = meaning.members(meaning.meanings[0])
    assert goal(explorer, "move")["done"]
    assert not goal(explorer, "bring “")["done"]
    explorer.on = companies(meaning)["both, all of them"]
    assert goal(explorer, "bring “")["done"]


@pytest.mark.parametrize("name", NAMES)
def test_the_middle_is_no_goal_with_one_kind_or_short_of_z(name):
    explorer = MeaningExplorer(name, [], lam=0)
    explorer.on = companies(Meaning(vocabularies.load(name), ()))["both, all of them"]
    assert not goal(explorer, "bring “")["done"]


@pytest.mark.parametrize("name", NAMES)
def test_no_company_whatsoever_brings_z_outside_its_hull(name):
    vocabulary = vocabularies.load(name)
    for choice in itertools.product([False, True], repeat=12):
        on = tuple(t for t, chosen in zip(vocabulary.texts[1:], choice, strict=True) if chosen)
        assert not Meaning(vocabulary, on).is_outside
    explorer = MeaningExplorer(name)
    report(explorer.spoken, kind="give up", goal=2)
    assert "weighted mean" in goal(explorer, "bring z outside")["reason"]
    assert goal(explorer, "bring z outside")["open"]


def test_a_point_outside_the_hull_would_be_seen():
    meaning = Meaning(vocabularies.load("apple"), ("pear", "phone"))
    outside = meaning.result._replace(context=np.array([[0.0, 0.0]]))
    meaning.__dict__["result"] = outside
    assert meaning.is_outside


@pytest.mark.parametrize(("name", "lam"), [("apple", 1.0), ("bank", 0.3), ("bat", 0.0)])
def test_the_copied_code_computes_the_same_point(name, lam):
    explorer = MeaningExplorer(name, lam=lam)
    explorer.buttons["code"].value = True
    namespace = {}
    exec(explorer.spoken.scene["code"], namespace)
    label = "z" if lam == 1 else "x + λ(z − x)"
    np.testing.assert_allclose(namespace["moved"], dots(explorer)[label][0], rtol=1e-12)


def test_another_word_brings_its_own_vocabulary_and_boxes():
    explorer = MeaningExplorer("apple")
    explorer.lam, explorer.pinned = 0.5, True
    explorer.presets.value = "bat"
    assert explorer.name == "bat"
    assert (explorer.lam, explorer.pinned) == (1.0, False)
    assert set(explorer._company._boxes) == set(vocabularies.load("bat").texts) - {"bat"}
    assert explorer.on == ("ball", "cave")
    explorer.reset()
    assert (explorer.name, explorer.presets.value) == ("apple", "apple")


def test_a_projector_leaves_the_check_boxes_out():
    explorer = MeaningExplorer("apple", projector=True)
    assert explorer._company.rows.layout.display == "none"
    explorer.projector = False
    assert explorer._company.rows.layout.display is None


def test_going_back_and_forth_between_words_keeps_no_more_widgets():
    explorer = MeaningExplorer("apple")
    explorer.name = "bank"
    boxes = explorer._company._boxes
    explorer.name = "apple"
    explorer.name = "bank"
    assert explorer._company._boxes is boxes


def test_it_says_that_the_vectors_were_placed_by_hand():
    explorer = MeaningExplorer("apple")
    assert "placed by hand" in explorer._note.value


def test_the_bundle_holds_a_picture_and_numbers():
    explorer = MeaningExplorer("apple", ["pear"], lam=0.5)
    data, _ = explorer._repr_mimebundle_()
    assert len(data["image/png"]) > 1000
    assert "z = (1.58, 0.81)" in data["text/plain"]
    assert "shown at (1.29, 0.90)" in data["text/plain"]


ANYTHING = st.one_of(
    st.none(),
    st.integers(),
    st.floats(),
    st.text(max_size=600),
    st.lists(st.one_of(st.text(max_size=5), st.integers(), st.none()), max_size=4),
    st.lists(st.sampled_from(["pear", "the", "phone", "apple", "🍎"]), max_size=14),
    st.sampled_from([math.nan, 10**400, "1e400", "تفاحة", [[]], [np.zeros(2)], {"pear": 1}]),
)
MEANING = MeaningExplorer("apple")


@given(name=st.sampled_from(["name", "on", "lam"]), value=ANYTHING)
def test_whatever_is_set_is_taken_or_refused_in_one_sentence(name, value):
    before = getattr(MEANING, name)
    setattr(MEANING, name, value)
    if MEANING.message:
        assert getattr(MEANING, name) is before
        assert "\n" not in MEANING.message
        assert len(MEANING.message) < 200
        assert MEANING.spoken.scene["message"] == MEANING.message
    assert MEANING.name in NAMES
    assert 0 <= MEANING.lam <= 1
    assert len(set(MEANING.on)) == len(MEANING.on)
    np.testing.assert_allclose(MEANING.z, context(MEANING.name, MEANING.on), rtol=1e-9)
