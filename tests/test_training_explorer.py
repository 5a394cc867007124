"""A recorded training: what is seen at each step, what is found in it, and what is refused."""

import re
import subprocess
import sys

import numpy as np
import pytest
import torch
from explorer_hand import details, done, goal, numbers, report, said
from hypothesis import given
from hypothesis import strategies as st

from helpers.explorers import TrainingExplorer
from helpers.explorers.training import state, words

TOKENS = ["<outside>", "cat", "mat", "it"]
STEPS = [0, 5, 10, 15, 20]
ON_MAT = [0.25, 0.2, 0.55, 0.4, 0.9]  # what “it” gives “mat” in the second of two layers
LOSSES = [2.0 - 0.05 * step for step in range(20)]


def by_hand():
    """Return weights in which only “it” ever changes, as plain lists: [record][layer][i][j]."""
    even = [0.25] * 4
    return [
        [[even] * 4, [even, even, even, [rest := (1 - share) / 3, rest, share, rest]]]
        for share in ON_MAT
    ]


def shown(**changes):
    """Return an explorer of the training above, but for what is given otherwise."""
    parts = {"losses": LOSSES, "weights": by_hand(), "steps": STEPS, "tokens": TOKENS}
    return TrainingExplorer(**{**parts, "query": 3, "answer": 2, **changes})


def short(*maps, tokens="ab", **traits):
    """Return an explorer of a training with one layer and a record at each step."""
    count = len(maps)
    return TrainingExplorer(range(count, 0, -1), maps, range(count), [*tokens], **traits)


def random_record(seed):
    """Return the arguments of an explorer: a training of any size, drawn at random."""
    rng = np.random.default_rng(seed)
    k, layers, n = rng.integers(2, 7), rng.integers(1, 5), rng.integers(2, 8)
    powers = np.exp(rng.normal(0, 2, size=(k, layers, n, n)))
    length = int(rng.integers(k, 40))
    return {
        "losses": rng.normal(1, 0.4, size=length).tolist(),
        "weights": (powers / powers.sum(axis=-1, keepdims=True)).tolist(),
        "steps": sorted(rng.choice(length + 1, size=k, replace=False).tolist()),
        "tokens": [chr(97 + i) for i in range(n)],
        "query": int(rng.integers(n)),
        "answer": int(rng.integers(n)),
    }


def first_above_half(shares):
    """Return the place of the first share above a half, None for none, one after the other."""
    for place, share in enumerate(shares):
        if share > 0.5:
            return place
    return None


@given(seed=st.integers(0, 10**6))
def test_what_is_drawn_is_what_was_recorded(seed):
    given_parts = random_record(seed)
    explorer = TrainingExplorer(**given_parts)
    assert explorer.message == ""
    weights, query = given_parts["weights"], given_parts["query"]
    rng = np.random.default_rng(seed)
    for k in rng.permutation(len(weights))[:3].tolist():
        layer, step = int(rng.integers(len(weights[0]))), given_parts["steps"][k]
        explorer.change(step=step, layer=layer)
        drawn = numbers(explorer.arcs.scene["panels"][0]["weights"])
        np.testing.assert_allclose(drawn, weights[k][layer][query], atol=1e-12)
        texts = [[float(text) for text in row] for row in explorer.table.scene["texts"]]
        np.testing.assert_allclose(texts, weights[k][layer], atol=0.005001)
        assert explorer.curve.scene["at"] == k
        loss = given_parts["losses"][min(step, len(given_parts["losses"]) - 1)]
        assert numbers(explorer.curve.scene["heights"])[k] == loss
        assert float(details(explorer)["loss"].replace("−", "-")) == pytest.approx(loss, abs=6e-5)
        assert explorer.slider.scene["text"] == f"step {step}"


@given(seed=st.integers(0, 10**6))
def test_the_first_step_with_more_than_half_is_that_of_a_loop(seed):
    parts = random_record(seed)
    explorer = TrainingExplorer(**parts)
    shares = [maps[-1][parts["query"]][parts["answer"]] for maps in parts["weights"]]
    first = first_above_half(shares)
    assert explorer.state.first == first
    assert any(one.text == words.FIRST.text for one in explorer.goals) == (first is not None)
    explorer.guessing = True
    explorer.place_guess(parts["steps"][0])
    truth = f"at step {parts['steps'][first]}," if first is not None else "never gives"
    assert truth in said(explorer)


def test_half_is_not_more_than_half():
    for shares, first in (([0.1, 0.5, 0.49, 0.51], 3), ([0.1, 0.46, 0.5, 0.3], None)):
        explorer = short(*([[share, 1 - share]] * 2 for share in shares), answer=0)
        assert explorer.state.first == first


@given(seed=st.integers(0, 10**6))
def test_the_curve_is_drawn_through_every_record_however_long_the_training(seed):
    parts = random_record(seed)
    parts["losses"] = np.random.default_rng(seed).normal(size=5000).tolist()
    scene = TrainingExplorer(**parts).curve.scene
    x, y = numbers(scene["x"]), numbers(scene["y"])
    assert len(x) < 500
    assert (np.diff(x) > 0).all()
    points = dict(zip(x, y, strict=True))
    for step, height in zip(parts["steps"], numbers(scene["heights"]), strict=True):
        assert points[step] == height == parts["losses"][step]
    assert scene["low"] <= min(y) < max(y) <= scene["top"]


def test_a_step_is_told_in_one_sentence_and_the_end_beside_it():
    explorer = shown(step=5)
    assert explorer.text().headline == (
        "Step 5, layer 2: “it” gives “mat” 0.20 of its weight; at the end 0.90."
    )
    assert "Most goes to “<outside>”: 0.27." in said(explorer)
    assert "The loss is 1.75; at step 0 it was 2." in said(explorer)
    explorer.step = 20
    headline = explorer.text().headline
    assert headline == "Step 20, the end, layer 2: “it” gives “mat” 0.90 of its weight."
    assert "The last loss is 1.05" in said(explorer)  # after 20 steps no loss is taken any more
    explorer.layer = 0
    assert "layer 1: “it” gives “<outside>” 0.25" in said(explorer)


def test_the_answer_is_that_of_its_row_in_the_last_layer():
    explorer = shown()
    assert explorer.table.scene["marks"][3][2] == "context"
    for change in ({"query": 1}, {"query": 3, "layer": 0}):
        explorer.change(**change)
        assert explorer.arcs.scene["marked"] == -1
        assert not any("context" in row for row in explorer.table.scene["marks"])
    explorer.layer = 1
    assert explorer.arcs.scene["marked"] == 2
    none = shown(answer=None)
    assert none.arcs.scene["marked"] == -1
    assert "“it” gives “mat” 0.25" in said(none)  # what gets most in the end


def test_a_hand_on_curve_slider_layer_and_words():
    explorer = shown()
    report(explorer.curve, kind="release", place=3, by="keys")
    assert explorer.step == 15
    report(explorer.slider, kind="move", value=1)
    assert explorer.step == 5
    report(explorer.table, kind="choose", row=1, column=-1)
    assert explorer.query == 1
    report(explorer.arcs, kind="choose", panel=0, index=3)
    assert explorer.query == 3
    explorer.layers.buttons["layer 1"].press()
    assert explorer.layer == 0
    assert [b.hidden for b in explorer.layers.buttons.values()] == [False] * 2 + [True] * 6
    single = shown(weights=[maps[1] for maps in by_hand()], answer=None)
    assert single.layers.hidden
    assert single.text().headline.startswith("Step 0: “it”")


def test_goals_of_a_training_of_ones_own_are_those_that_can_be_reached():
    explorer = shown()
    assert [g["text"][:8] for g in explorer.spoken.scene["goals"]] == ["find the", "find a s"]
    for step, reached in ((5, [False, True]), (15, [False, True]), (20, [False, True])):
        explorer.step = step
        assert done(explorer) == reached
    explorer.step = 10
    assert done(explorer) == [True, True]
    assert goal(explorer, "find the first")["text"].endswith(": step 10")
    assert shown(answer=None).goals == ()
    assert short(*[[[0.9, 0.1]] * 2] * 3, answer=1).goals == ()  # neither can be reached


REFUSED = {
    "rows that do not sum to 1": (
        {"weights": (np.array(by_hand()) * [[[[1]], [[0.5]]]]).tolist()},
        "Each row of weights must sum to 1; that of “<outside>” at step 0, layer 2 sums to 0.50.",
    ),
    "scores": (
        {"weights": [[[2.0, -1.0], [0, 1]]] * 5},
        "Weights must be between 0 and 1, not 2.",
    ),
    "not square": ({"weights": [[[0.5, 0.5]]] * 5}, "the shape here is (5, 1, 1, 2)"),
    "ragged": ({"weights": [[[1, 0]], [[1, 0], [0, 1]]]}, "The weights must be maps"),
    "one record": ({"weights": by_hand()[:1], "steps": [0]}, "2 to 1000 recorded steps"),
    "many words": ({"weights": np.full((5, 25, 25), 0.04)}, "2 to 24 words; these have 25"),
    "fewer steps": ({"steps": [0, 5]}, "5 weight maps need 5 steps; there are 2."),
    "falling": ({"steps": [0, 10, 5, 15, 20]}, "Steps must increase; 5 comes after 10."),
    "halves": ({"steps": [0, 0.5, 1, 2, 3]}, "The steps must be whole numbers from 0"),
    "beyond": ({"steps": [0, 5, 10, 15, 21]}, "step 21 is beyond the 20 losses"),
    "one loss": ({"losses": [1.0]}, "2 numbers or more; not shape (1,)"),
    "NaN loss": ({"losses": [1.0, float("nan")] * 10}, "that of step 1 is nan"),
    "fewer tokens": ({"tokens": ["a", "b"]}, "Maps of 4 rows need 4 tokens; there are 2."),
    "a text of tokens": ({"tokens": "a b c d"}, "must be a list of words"),
    "no weights": ({"weights": None}, "together; weights is missing"),
}
REFUSED_PLACES = {
    "query": ({"query": 4}, "The query must be a place from 0 to 3"),
    "answer": ({"answer": 9}, "The answer must be a place from 0 to 3, or -1"),
    "step": ({"step": 7}, "Step 7 is not recorded; near it: 5 and 10."),
    "layer": ({"layer": 2}, "The layer must be a place from 0 to 1"),
}


@pytest.mark.parametrize(("parts", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_training_is_refused_with_a_sentence(parts, why):
    explorer = shown(**parts)
    assert why in explorer.message
    assert explorer.message.endswith("Until then it shows a training run of its own.")
    assert explorer.example_title == state.TWO
    assert len(explorer.message) < 300
    if "is missing" in why:  # a change may leave a part as it is
        return
    explorer = shown(step=10)
    before = explorer.text(), explorer.state
    assert not explorer.change(**parts)
    assert why in explorer.message
    assert (explorer.text(), explorer.state) == before


@pytest.mark.parametrize(("parts", "why"), REFUSED_PLACES.values(), ids=REFUSED_PLACES)
def test_a_place_that_is_none_costs_no_other(parts, why):
    explorer = shown(**parts)
    assert why in explorer.message
    assert explorer.example_title == state.OWN
    (name,) = parts
    assert {"query": 3, "answer": -1, "step": 0, "layer": 1}[name] == getattr(explorer, name)


def test_the_example_of_a_training_of_ones_own_begins_as_the_cell_did():
    explorer = shown(step=10, layer=0)
    opening = explorer.text(), explorer.state.home, explorer.answer
    for title in (state.ONE, state.OWN):
        explorer.presets.choose(title)
    assert (explorer.text(), explorer.state.home, explorer.answer) == opening


def test_numbers_of_any_kind_are_read():
    plain = shown(step=10).text()
    given_parts = np.array(by_hand(), dtype=np.float32)
    forms = {
        "losses": (tuple(LOSSES), torch.tensor(LOSSES, requires_grad=True)),
        "weights": (
            given_parts,
            torch.tensor(given_parts, requires_grad=True),
            [torch.tensor(one, dtype=torch.bfloat16) for one in given_parts],
        ),
        "steps": (np.array(STEPS, dtype=float), torch.tensor(STEPS), range(0, 21, 5)),
        "tokens": (tuple(TOKENS), np.array(TOKENS)),
        "query": (np.int64(3), torch.tensor(3)),
    }
    for name, values in forms.items():
        for value in values:
            explorer = shown(step=10, **{name: value})
            assert explorer.message == ""
            assert explorer.text().headline == plain.headline, (name, value)


def test_in_one_layer_the_ratio_of_two_weights_is_the_same_in_every_sentence():
    """The proof of the goal that cannot be reached; two layers are not bound by it."""
    ratios = {}
    for layers in (1, 2):
        family = state.trained(layers)["family"]
        rows = np.array([one["weights"][:, -1, one["query"]] for one in family.values()])
        ratios[layers] = rows[..., 6] / rows[..., 2]  # mat and cat, sentence by sentence
        hits = [row[:, one["answer"]] for row, one in zip(rows, family.values(), strict=True)]
        assert (np.array(hits) > 0.5).all(axis=0).any() == (layers == 2)
    np.testing.assert_allclose(ratios[1], ratios[1][:1].repeat(3, axis=0), rtol=1e-4)
    assert (ratios[2].max(axis=0) / ratios[2].min(axis=0)).max() > 100


def test_the_goals_of_the_examples_are_found_by_going_through_every_record():
    explorer = TrainingExplorer()
    found = {}
    for title in (state.TWO, state.ONE):
        explorer.presets.choose(title)
        for layer in range(explorer.state.layers):
            explorer.layer = layer
            for place, step in enumerate(explorer.steps):
                before = done(explorer)
                report(explorer.curve, kind="release", place=place)
                now = done(explorer)
                found |= {i: (title, layer, step) for i in range(3) if now[i] > before[i]}
    family = state.trained(2)["family"]["warm"]["weights"]
    hits, heard = family[:, 1, 8, 6].tolist(), family[:, 0, 8, 10].tolist()
    assert found == {
        0: (state.TWO, 1, first_above_half(hits)),
        1: (state.TWO, 0, first_above_half(heard)),
    }
    assert goal(explorer, "with one layer")["hint"].startswith("It can't be done")


def test_another_sentence_of_the_same_training_keeps_the_step_and_the_layer():
    explorer = TrainingExplorer(step=20)
    for said_of_it, meant in zip(("hungry", "raining", "warm"), (2, 0, 6), strict=True):
        explorer.sentences.buttons[said_of_it].press()
        assert explorer.said == explorer.tokens[-1] == said_of_it
        assert (explorer.step, explorer.layer, explorer.query, explorer.answer) == (20, 1, 8, meant)
        assert explorer.arcs.scene["marked"] == meant
    assert "of the 3 sentences" in said(explorer)
    own = shown()
    assert own.sentences.hidden
    own.said = "warm"
    assert own.message.startswith("said must be one of")


def test_the_examples_are_trained_once_and_leave_the_readers_own_draws_alone():
    torch.manual_seed(7)
    wanted = torch.rand(3)
    state.trained.cache_clear()
    torch.manual_seed(7)
    explorer = TrainingExplorer()
    assert torch.equal(torch.rand(3), wanted)
    explorer.presets.choose(state.ONE)
    explorer.presets.choose(state.TWO)
    explorer.reset()
    assert state.trained.cache_info().misses == 2


WITHOUT = """
import sys
from helpers.explorers import TrainingExplorer
own = TrainingExplorer([2, 1], [[[0.5, 0.5]] * 2] * 2, [0, 1], ["a", "b"])
assert "torch" not in sys.modules
sys.modules["torch"] = None
print(own.message or own.text().headline)
own.presets.choose("one layer")
print(own.message, own.example_title, sep="|")
try:
    TrainingExplorer()
except ValueError as error:
    print(error)
"""


def test_without_torch_a_record_is_shown_and_an_example_says_what_is_missing():
    command = [sys.executable, "-c", WITHOUT]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    headline, refused, error = ran.stdout.splitlines()
    assert headline == "Step 0: “b” gives “a” 0.50 of its weight; at the end 0.50."
    wanted = "This example is trained with torch, which is not installed here"
    assert error.startswith(wanted)
    assert refused.startswith(wanted)
    assert refused.endswith("|your training")


def test_a_guess_is_made_on_the_curve_hides_every_weight_and_is_judged():
    explorer = shown(step=20, pinned=True)
    explorer.guessing = True
    texts = sum(explorer.table.scene["texts"], [*explorer.arcs.scene["panels"][0]["texts"]])
    assert set(texts) == {"?"}
    assert np.isnan(numbers(explorer.arcs.scene["panels"][0]["weights"])).all()
    assert np.isnan(numbers(explorer.arcs.scene["panels"][0]["ghosts"])).all()
    assert not re.search(r"0\.\d", said(explorer))
    assert explorer.text().headline == "At which step does “it” first give “mat” more than half?"
    assert explorer.curve.scene["guess"]
    report(explorer.curve, kind="move", place=4)
    assert (explorer.guess, explorer.step, explorer.guessing) == (20, 20, True)
    report(explorer.curve, kind="release", place=3, by="keys")
    assert explorer.guessing
    assert explorer.guess_slider.scene["value"] == 15
    report(explorer.curve, kind="choose", place=3)
    assert not explorer.guessing
    truth = "“it” first gives “mat” more than half at step 10"
    assert f"You guessed step 15; {truth}, 5 steps away." in said(explorer)
    explorer.guessing = True
    report(explorer.guess_slider, kind="release", value=11.0)
    assert f"step 11; {truth}, 1 step away" in said(explorer)
    explorer.step = 5
    assert "guessed" not in said(explorer)


def test_a_pin_keeps_a_row_to_compare_with():
    explorer = shown(step=5)
    explorer.pinned = True
    explorer.step = 20
    assert "Since the pin at step 5: on “mat” 0.20 → 0.90" in said(explorer)
    panel = explorer.arcs.scene["panels"][0]
    np.testing.assert_allclose(numbers(panel["ghosts"]), by_hand()[1][1][3])
    assert explorer.table.scene["rows"][-1] == "pinned"
    assert explorer.table.scene["texts"][-1] == ["0.27", "0.27", "0.20", "0.27"]
    assert explorer.curve.scene["ghost"] == 1
    explorer.layer = 0
    explorer.step = 5
    explorer.change(steps=[0, 6, 10, 15, 20])
    assert explorer.pinned
    assert explorer.curve.scene["ghost"] == -1  # there is no such record any more


def test_a_pin_of_another_layer_or_sentence_is_said_to_be_one():
    explorer = TrainingExplorer(step=10, pinned=True)
    explorer.said = "hungry"
    assert "Since the pin at step 10, with “warm”: " in said(explorer)
    explorer.layer = 0
    assert "Since the pin at step 10, layer 2, with “warm”: " in said(explorer)
    explorer.presets.choose(state.ONE)
    explorer.change(step=40, pinned=True)
    explorer.said = "raining"  # which one layer does not hear
    assert "no weight of “it” has changed" in said(explorer)


def test_of_equal_words_it_is_said_which_one_is_meant():
    maps = [[[0.1, 0.2, 0.6, 0.1]] * 4] * 2
    explorer = short(*maps, tokens=("the", "cat", "the", "cat"), answer=2)
    assert explorer.text().headline.startswith("Step 0: “cat” (2 of 2) gives “the” (2 of 2) 0.60")
    assert "“cat” (2 of 2) gives “the” (2 of 2) more than half" in explorer.picture().alt
    explorer.change(answer=0)
    assert "Most goes to “the” (2 of 2): 0.60." in said(explorer)
    explorer.guessing = True
    assert "does “cat” (2 of 2) first give “the” (1 of 2) more" in explorer.text().headline


def test_under_the_losses_stands_the_weight_on_the_answer_and_moves_the_step():
    explorer = shown()
    under = explorer.share.scene
    np.testing.assert_allclose(numbers(under["y"]), ON_MAT, atol=1e-12)
    assert numbers(under["steps"]).tolist() == STEPS == numbers(under["x"]).tolist()
    assert under["caption"] == "weight that “it” gives “mat”"
    assert under["text"] == "step 0, weight 0.25"
    assert explorer.curve.scene["ticks"] == []
    assert explorer.curve.scene["caption"] == "loss: drag along the curve"
    for place in (2, 4, 2):
        report(explorer.share, kind="release", place=place)
        assert explorer.step == STEPS[place]
        assert explorer.share.scene["at"] == explorer.curve.scene["at"] == place
    explorer.guessing = True
    assert explorer.share.hidden
    assert explorer.curve.scene["ticks"]
    report(explorer.curve, kind="release", place=3)
    assert explorer.share.hidden is False
