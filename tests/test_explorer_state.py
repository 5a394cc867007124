"""What every explorer does with changes: it makes all of them, or keeps all and says why."""

from dataclasses import dataclass

import pytest
import traitlets
from explorer_hand import done

from helpers.explorers import CostExplorer, SoftmaxExplorer
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.base.words import Goal, Text
from helpers.figures import bars
from helpers.learner import parse


@dataclass(frozen=True)
class Numbers:
    base: float
    power: float


BASES = {"two": 2, "ten": 10, "seven": 7}


class Power(Explorer):
    """A base to a power, which counts how often it draws and says itself."""

    state = Numbers(2.0, 1.0)
    base = Part(lambda x: parse.number(x, "The base", 0, 10))
    power = Part(lambda x: parse.number(x, "The power", 0, 3))
    large = traitlets.Bool()
    goals = (Goal("make the base 7", lambda now, _before: now.base == 7, "Set it to 7."),)

    def __init__(self, **traits):
        self.drawn, self.times_said, self.followed = [], 0, []
        examples = {name: {"base": base, "power": 1} for name, base in BASES.items()}
        super().__init__([], examples, **traits)

    def _after_change(self, changed):
        self.followed.append(changed)

    def _draw(self, resting):
        self.drawn.append(resting)
        self.power = self.power  # drawing sets controls, which set traits

    def text(self):
        self.times_said += 1
        return Text(f"{self.base**self.power:g}.")

    def code(self):
        return f"b={self.base:g}"

    def picture(self):
        return bars([self.base**self.power], ["power"])


def counted(explorer, act):
    """Return how an explorer draws, and how often it says itself, while something is done to it."""
    explorer.drawn, explorer.times_said = [], 0
    act()
    return explorer.drawn, explorer.times_said


def test_changes_are_made_together_or_not_at_all():
    explorer = Power(power=2)
    assert explorer.change(base=3, power=3) is True
    assert (explorer.base, explorer.power, explorer.message) == (3, 3, "")
    assert explorer.change(base=4, power="four") is False
    assert (explorer.base, explorer.power) == (3, 3)
    assert explorer.message == "“four” is not a number; the last one stays."
    explorer.base = 99
    assert explorer.base == 3
    assert explorer.message == "The base must lie between 0 and 10; 99 does not."
    explorer.base = 5
    assert (explorer.base, explorer.message) == (5, "")
    with pytest.raises(traitlets.TraitError):
        explorer.change(base=6, large=True, projector="very")
    assert (explorer.base, explorer.large) == (5, False)


def test_changes_are_drawn_once_and_said_once():
    explorer = Power()
    assert counted(explorer, lambda: explorer.change(base=3, power=3)) == ([True], 1)
    assert counted(explorer, lambda: explorer.change(False, base=4)) == ([False], 1)
    assert counted(explorer, lambda: setattr(explorer, "base", 5)) == ([True], 1)


def test_words_and_code_follow_every_frame_and_are_read_out_at_rest_alone():
    explorer = Power()
    explorer.buttons["code"].press(True)
    for resting, base in ((False, 3), (False, 4), (True, 4), (False, 5), (True, 6)):
        explorer.change(resting, base=base)
        scene = explorer.spoken.scene
        words = f"{base}.", f"b={base}", resting
        assert (scene["headline"], scene["code"], scene["aloud"]) == words


def test_in_a_drag_a_message_is_seen_in_every_frame_and_read_out_when_it_comes_and_goes():
    explorer = Power()
    for base, message, aloud in (
        (99, "The base must lie between 0 and 10; 99 does not.", True),
        (98, "The base must lie between 0 and 10; 98 does not.", False),
        (9, "", True),
        (8, "", False),
    ):
        explorer.change(False, base=base)
        scene = explorer.spoken.scene
        assert (scene["message"], scene["aloud"]) == (message, aloud)


def test_a_goal_is_reached_by_resting_in_it_and_not_by_passing_it():
    explorer = Power()
    explorer.change(False, base=7)
    explorer.change(False, base=8)
    explorer.change(base=9)
    assert done(explorer) == [False]
    explorer.change(False, base=7)
    assert done(explorer) == [False]
    explorer.change(base=7)
    assert done(explorer) == [True]
    explorer.change(False, base=8)
    assert done(explorer) == [True]


def test_a_goal_that_an_example_begins_with_has_to_be_lost_first_and_none_is_reached_unseen():
    explorer = Power()
    explorer.presets.choose("seven")
    explorer.change(power=2)
    assert done(explorer) == [False]
    explorer.base, explorer.guessing = 6, True
    explorer.base = 7
    assert done(explorer) == [False]
    explorer.guessing = False
    assert done(explorer) == [True]


def test_the_menu_says_when_the_example_has_become_the_users_own():
    explorer, menu = SoftmaxExplorer(), lambda: explorer.presets.label
    explorer.chosen = 2  # asks something else of the same example
    assert menu() == "example"
    for change in ({"scores": [1, 2, 3, 4, 5, 6]}, {"temperature": 2}):
        explorer.change(**change)
        assert menu() == "your version of"
        explorer.reset()
        assert menu() == "example"
    explorer.change(temperature=2)
    explorer.presets.choose(list(explorer.examples)[2])
    assert menu() == "example"
    given = SoftmaxExplorer(scores=[1, 2, 3, 4, 5, 6])  # as the cell opens it
    given.change(scores=[1, 2, 3, 4, 5, 6])
    assert given.presets.label == "example"
    cost = CostExplorer()
    cost.n = 2_000  # a name that in another explorer is a question
    assert cost.presets.label == "your version of"


def test_another_view_option_draws_again_and_keeps_the_message():
    explorer = Power()
    explorer.base = 99
    for name in ("large", "pinned", "guessing", "projector"):
        assert counted(explorer, lambda name=name: setattr(explorer, name, True)) == ([True], 1)
        assert explorer.followed[-1] == {name}
        assert explorer.message.startswith("The base")
    explorer.change(base=2, power=3)
    assert explorer.followed[-1] == {"power", "state", "message"}  # and not the base


def test_a_pin_keeps_the_state_of_its_moment_until_it_is_let_go():
    explorer = Power(base=3, power=2, pinned=True)
    assert explorer.pin == Numbers(3, 2)
    explorer.base = 4
    assert explorer.pin == Numbers(3, 2)
    explorer.reset_button.press()
    assert (explorer.pinned, explorer.pin, explorer.buttons["pin"].on) == (False, None, False)


def test_a_bad_first_value_costs_no_other():
    explorer = Power(base=99, power=3, layout={"width": "50%"})
    assert (explorer.base, explorer.power, explorer.layout.width) == (2, 3, "50%")
    assert explorer.spoken.scene["message"] == "The base must lie between 0 and 10; 99 does not."


def test_a_mistake_of_its_own_is_raised_and_leaves_it_usable():
    explorer = Power()
    explorer._after_change = lambda changed: 1 / 0
    with pytest.raises(ZeroDivisionError):
        explorer.base = 3
    del explorer._after_change
    explorer.base = 4
    assert (explorer.base, explorer.quiet) == (4, False)


def test_a_name_is_one_line_without_signs_that_turn_the_text():
    assert parse.name("  deep \n blue ", "A name") == "deep blue"
    assert parse.name("\u202eabc", "A name") == "abc"
    for name, words in (("\u200b", "at least one letter"), ("x" * 41, "at most 40 letters")):
        with pytest.raises(ValueError, match=f"A name .*{words}"):
            parse.name(name, "A name")


def test_a_message_quotes_no_sign_that_turns_its_own_text():
    with pytest.raises(ValueError, match=r"^“abc” is not a number; the last one stays\.$"):
        parse.number("\u202eabc")
    assert parse.number("\u20661.5\u2069") == 1.5  # as it is copied from a page


@pytest.mark.parametrize("typed", ["\ud800", "1\udfff"])
def test_what_cannot_be_sent_back_is_said_all_the_same(typed):
    explorer = Power()
    explorer.base = typed
    assert b"is not a number; the last one stays." in explorer.message.encode("utf-8")
    assert explorer.base == 2


def test_a_guess_stays_beside_what_only_looks_and_ends_with_what_it_was_of():
    explorer = SoftmaxExplorer((1.0, 2.0))
    equal = explorer.first_guess
    explorer.guessing = True
    explorer.place_guess(equal, resting=False)
    explorer.scores = (1.0, 3.0)
    assert explorer.guess is equal
    explorer.guessing = False
    explorer.chosen = 1
    assert explorer.guess is equal
    explorer.added = 1.0
    assert explorer.guess is None
    explorer.guessing = True
    explorer.place_guess(equal, resting=False)
    explorer.scores = (1.0, 3.0, 0.0)
    assert explorer.guess is None
    explorer.chosen = 2
    explorer.scores = (1.0, 3.0)
    assert explorer.chosen == -1  # the chosen weight goes with its score
