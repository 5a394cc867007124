"""The progress view tells how far a training is, seldom enough, and always how it ended."""

import time

import pytest
import torch
from torch import nn
from torch.nn import functional

from helpers import views
from helpers.training.loop import train
from helpers.views.progress import PAUSE

INPUTS = torch.ones(4, 2)


def run(progress, steps, draw=lambda: (INPUTS, INPUTS[:, :1]), loss_of=functional.mse_loss):
    torch.manual_seed(0)
    return train(nn.Linear(2, 1), draw, loss_of, steps=steps, learning_rate=0.01, watch=[progress])


def followed(progress):
    """Return a list that will hold every scene of a view."""
    scenes = []
    progress.send = lambda _message, _buffers: scenes.append(progress._bar.scene)
    return scenes


def test_it_says_how_many_steps_wait_before_the_training():
    scene = views.Progress(600)._bar.scene
    assert (scene["steps"], scene["taken"], scene["said"]) == (600, 0, "")
    assert scene["text"] == "not started: 600 steps"


def test_it_shows_the_first_step_and_the_last_and_none_too_soon_after_another():
    progress = views.Progress(1000)
    scenes, began = followed(progress), time.monotonic()
    losses = run(progress, 1000)
    most = (time.monotonic() - began) / PAUSE + 2  # the first and the last
    assert 2 <= len(scenes) <= most
    assert scenes[0]["text"] == f"step 1 of 1000, loss {losses[0]:.4f}"
    assert (scenes[-1]["taken"], scenes[-1]["text"]) == (1000, "")
    assert scenes[-1]["said"] == f"Done: 1000 steps, the last loss {losses[-1]:.1e}."
    for scene in scenes[:-1]:
        loss = losses[scene["taken"] - 1]
        shown = f"{loss:.4f}" if loss >= 0.001 else f"{loss:.1e}"
        assert scene["text"] == f"step {scene['taken']} of 1000, loss {shown}"
        assert scene["said"] == ""


def test_slow_steps_are_all_shown():
    def draw():
        time.sleep(1.2 * PAUSE)
        return INPUTS, INPUTS[:, :1]

    progress = views.Progress(4)
    scenes = followed(progress)
    run(progress, 4, draw)
    assert [scene["taken"] for scene in scenes] == [1, 2, 3, 4, 4]


def test_a_loop_without_losses_moves_it_too():
    progress = views.Progress(3, name="scan")
    scenes = followed(progress)
    for step in range(3):
        progress(step)
        time.sleep(1.2 * PAUSE)
    progress.end()
    assert [scene["text"] for scene in scenes] == [*(f"step {k} of 3" for k in (1, 2, 3)), ""]
    assert (scenes[-1]["taken"], scenes[-1]["said"]) == (3, "Done: 3 steps.")


@pytest.mark.parametrize("after", [0, 3])
def test_it_says_where_a_training_was_stopped_by_hand(after, capsys):
    left = iter(range(after))

    def draw():
        if next(left, None) is None:
            raise KeyboardInterrupt
        return INPUTS, INPUTS[:, :1]

    progress = views.Progress(600)
    losses = run(progress, 600, draw)
    loss = f", the last loss {losses[-1]:.4f}" if after else ""
    assert progress._bar.scene["said"] == f"Stopped after {after} of 600 steps{loss}."
    assert (progress._bar.scene["taken"], progress._bar.scene["text"]) == (after, "")
    assert f"after {after} of 600 steps" in capsys.readouterr().out


def test_it_says_at_which_step_the_loss_was_no_number():
    factors = iter([1.0, 1.0, float("nan")])
    progress = views.Progress(9)
    with pytest.raises(FloatingPointError, match="step 2"):
        run(progress, 9, loss_of=lambda *both: functional.mse_loss(*both) * next(factors))
    assert progress._bar.scene["said"] == "Stopped at step 2 of 9: the loss is nan."
    assert (progress._bar.scene["taken"], progress._bar.scene["text"]) == (2, "")


def test_a_second_training_begins_again():
    progress = views.Progress(50)
    run(progress, 50)
    scenes = followed(progress)
    run(progress, 50)
    assert scenes[0]["text"].startswith("step 1 of 50")
    assert scenes[0]["said"] == ""


def test_a_notebook_stores_the_same_words_before_and_after():
    progress = views.Progress(40, name="training of two layers")
    before = progress._repr_mimebundle_()[0]
    run(progress, 40)
    after = progress._repr_mimebundle_()[0]
    words = "Training of two layers, 40 steps: run the cell to watch it."
    assert before["text/plain"] == after["text/plain"] == words
    assert "application/vnd.jupyter.widget-view+json" in before


def test_less_than_one_step_is_refused():
    with pytest.raises(ValueError, match="at least 1, got 0"):
        views.Progress(0)


def test_the_folder_names_what_a_notebook_may_use():
    assert dir(views) == ["Progress"]
    with pytest.raises(AttributeError, match="no 'Plane'; it has Progress"):
        views.Plane  # noqa: B018
