"""What every explorer keeps, whatever it shows: a new one has to pass this file as it is."""

import itertools
import re

import ipywidgets
import numpy as np
import pytest
from explorer_hand import said

from helpers import explorers
from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.base.explorer import Explorer
from helpers.views.grid import Grid
from helpers.views.heatmap import Heatmap
from helpers.views.view import View

UNSEEN = {"answer", "restore", "settle", "aloud"}  # of a scene
PROGRAMMED = r"(?<![\w)])-[.\d]|\de[-+]\d"  # a number as Python writes it
GONE = "The pin is gone: it belonged to a different example."


@pytest.fixture(params=explorers.__all__)
def kind(request, tiny_model):
    """Give the class of an explorer, found by its name."""
    return getattr(explorers, request.param)


def seen(explorer):
    """Return all that is to be seen and pressed, part by part."""
    found, waiting = [], [explorer.root]
    while waiting:
        part = waiting.pop()
        found.append(part.hidden)
        if not part.hidden:
            waiting += part.children
            names = ("headline", "more", "details") if part is explorer.spoken else part.scene
            found.append((part.label, {n: part.scene[n] for n in names if n not in UNSEEN}))
    return found


def others(explorer):
    """Return the titles of the other examples."""
    return [title for title in explorer.examples if title != explorer.example_title]


def guess(explorer):
    """Make a guess and reveal it."""
    explorer.guessing = True
    explorer.place_guess(explorer.first_guess)


def test_it_is_built_by_its_name_and_its_folder_has_the_plain_names(kind):
    explorer = kind()
    assert kind.__name__ in dir(explorers)  # where Tab finds it
    assert isinstance(explorer, Explorer)
    assert kind.__module__.endswith(".explorer")
    assert explorer.parts
    assert {*explorer.questions} < {*explorer.follows}
    assert len(explorer.examples) > 1
    assert explorer.message == ""


def written(part):
    """Yield all texts in a part of what is seen."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list | tuple):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from written(inner)


def test_numbers_are_written_with_true_minus_signs_and_powers_of_ten(kind):
    explorer = kind()
    for title in explorer.examples:
        explorer.presets.choose(title)
        found = [text for text in written(seen(explorer)) if re.search(PROGRAMMED, text)]
        assert found == [], title


def test_no_name_of_ipywidgets_is_shadowed(kind):
    classes = [one for one in kind.__mro__ if issubclass(one, Explorer)]
    own = {name for one in classes for name in vars(one) if not name.startswith("__")}
    assert own & set(dir(ipywidgets.VBox)) <= {"_repr_mimebundle_", *GENERATED}
    assert not {"keys", "comm", "open", "close"} & set(vars(kind()))


# Traitlets gives every class these.
GENERATED = {"_all_trait_default_generators", "_traits", "_static_immutable_initial_values"} | {
    name
    for name in dir(ipywidgets.VBox)
    if name.startswith(("_trait", "_instance", "_cross", "_descr"))
}


def test_nonsense_to_begin_with_is_said_in_one_sentence(kind):
    for name, nonsense in itertools.product(kind.parts, (object(), 10**9)):
        explorer, refusal = None, ""
        try:
            explorer = kind(**{name: nonsense})
        except ValueError as error:  # of the cell that asks for it, and not of a hand
            refusal = str(error)
        if explorer is not None:
            refusal = explorer.message
            assert seen(explorer) == seen(kind())
        assert refusal
        assert "\n" not in refusal


def test_reset_returns_to_what_the_cell_opened_with_and_lets_go_of_pin_and_guess(kind):
    assert_reset_returns_to_the_opening(kind())


def assert_reset_returns_to_the_opening(explorer, change=lambda explorer: None):
    """Reset an explorer that has gone to its examples and was changed, pinned and guessed."""
    opening, words, message = (seen(explorer), explorer.code()), said(explorer), explorer.message
    titles = itertools.cycle([*others(explorer), explorer.example_title])
    for pinned, guessing in [*itertools.product((False, True), repeat=2)] * 2:
        explorer.presets.choose(next(titles))
        explorer.pinned = pinned
        change(explorer)
        if guessing and explorer.guesses:
            guess(explorer)
        explorer.pinned = pinned
        explorer.reset_button.press()
        assert_nothing_is_pinned_or_guessed(explorer)
        assert said(explorer) == words
        assert (seen(explorer), explorer.code()) == opening
        gone = "The pin is gone: reset removes it." if pinned else ""
        assert explorer.message == " ".join(filter(None, [message, gone]))


def assert_nothing_is_pinned_or_guessed(explorer):
    assert (explorer.pinned, explorer.pin) == (False, None)
    assert (explorer.guessing, explorer.guess) == (False, None)


def test_an_example_begins_with_nothing_pinned_and_nothing_guessed(kind):
    explorer, fresh = kind(), kind()
    for title in others(explorer):
        explorer.reset()
        explorer.pinned = True
        if explorer.guesses:
            guess(explorer)
        fresh.reset()
        for one in (explorer, fresh):
            one.presets.choose(title)
        assert explorer.example_title == title
        assert_nothing_is_pinned_or_guessed(explorer)
        assert GONE in explorer.message
        assert said(explorer) == said(fresh)
        assert seen(explorer) == seen(fresh)
        assert "pin" not in fresh.message


def test_a_pin_is_the_whole_earlier_state(kind):
    explorer = kind()
    before = explorer.state
    explorer.pinned = True
    assert type(explorer.pin) is type(before)
    assert explorer.pin is not None
    explorer.pinned = False
    assert explorer.pin is None


def test_a_guess_hides_the_result_is_judged_once_and_ends_with_its_state(kind):
    explorer = kind()
    if not explorer.guesses:
        assert not hasattr(explorer.words, "asked")
        return
    told = said(explorer)
    explorer.guessing = True
    assert said(explorer) != told
    assert explorer.buttons["guess"].text == "reveal"
    explorer.guessing = False
    assert said(explorer) == told  # what was never guessed is not judged
    guess(explorer)
    assert explorer.guess is not None
    assert not explorer.guessing
    assert said(explorer) != told
    assert "guess" in explorer.text().headline  # all that a wall shows
    title = others(explorer)[0]
    explorer.change(**explorer._example(title))
    assert explorer.guess is None


def test_every_goal_has_a_hint_and_one_is_impossible(kind):
    goals = kind().goals
    assert 2 <= len(goals) <= 3
    assert len({goal.text for goal in goals}) == len(goals)
    assert all(len(goal.hint.split()) >= 5 for goal in goals)
    impossible = [g for g in goals if g.hint.startswith("It can't be done")]
    assert len(impossible) == 1


def test_the_lines_of_the_code_button_run_and_give_the_numbers_of_the_state(kind):
    explorer = kind()
    for title in [explorer.example_title, *others(explorer)]:
        explorer.presets.choose(title)
        explorer.buttons["code"].press(True)
        assert explorer.spoken.scene["code"] == explorer.code()
        assert_code_gives_the_numbers(explorer)


def assert_code_gives_the_numbers(explorer, **names):
    """Run the lines of the code, where `names` are known, and compare what they compute."""
    exec(explorer.code(), names)
    expected = explorer.numbers()
    assert expected
    for name, number in expected.items():
        np.testing.assert_allclose(names[name], number, rtol=1e-6, atol=1e-9)


def fields(explorer):
    """Return how many tables of typed numbers are to be seen."""
    return sum(isinstance(one, Grid) for one in explorer.root.seen())


def test_numbers_are_typed_in_drawers_that_a_presentation_keeps_shut_with_few_controls(kind):
    explorer = kind()
    own = fields(explorer)
    for name in {"editing", "typing"} & explorer.buttons.keys():
        shut = fields(explorer)
        explorer.buttons[name].press(True)
        assert fields(explorer) > shut
    opened = fields(explorer)
    explorer.projector = True
    assert fields(explorer) <= own
    assert sum(not one.hidden for one in explorer.toolbar.children) <= 3
    explorer.projector = False
    assert fields(explorer) == opened


def test_every_view_stands_in_it_once(kind):
    explorer = kind()
    placed = [*explorer.root.every()]
    for owner in placed:
        for part in vars(owner).values():
            parts = part.values() if isinstance(part, dict) else part
            for one in parts if isinstance(parts, list | tuple | type({}.values())) else [part]:
                if isinstance(one, View):
                    assert placed.count(one) == 1, one


def test_it_is_told_in_one_headline_and_what_follows(kind):
    explorer = kind()
    for title in [explorer.example_title, *others(explorer)]:
        explorer.presets.choose(title)
        headline, _more, details = explorer.text()
        assert headline.endswith((".", "?"))
        assert "\n" not in headline
        assert len(headline) <= 120
        assert all(len(fact) == 3 for fact in details)


def test_a_picture_and_its_words_stand_where_no_kernel_runs(kind):
    bundle, _metadata = kind()._repr_mimebundle_()
    assert bundle["image/png"]
    assert "run the cell to interact with it" in bundle["text/plain"]


def test_every_table_of_cells_knows_the_colours_of_both_themes(kind):
    tables = [widget for widget in kind().root.every() if isinstance(widget, Heatmap)]
    assert all(isinstance(table, ColouredTable) for table in tables)
