"""The explorer of the real model: its passes, its switches, and what it says without a model."""

import numpy as np
import pytest
from explorer_hand import details, done, report, said

from helpers.explorers import RealModelExplorer
from helpers.explorers.base.words import CHANGED
from helpers.explorers.real_model import state
from helpers.explorers.real_model.state import passed
from helpers.explorers.real_model.trial import tiny

FLAGSHIP = "The keys that the old man on the hill lost"
HEADS = "the model's heads, which are named 0.0 to 29.8"
LAYER = [(26, head) for head in range(9)]


def explorer(prompt=None, **traits):
    return RealModelExplorer(prompt, model=tiny(), **traits)


def test_a_head_at_its_mean_puts_out_the_mean_over_the_text_and_no_other_head_is_touched():
    model, ids = tiny(), tuple(tiny().encode(FLAGSHIP))
    whole = model.trace(list(ids)).heads[3]

    def put_in(layer, values):
        if layer == 3:
            values[4] = (whole.weights[4] @ whole.values[4]).sum(axis=0) / len(ids)

    logits = model(list(ids), change=put_in)[-1].astype(float)
    found = passed(model, ids, ((3, 4),), True)
    wanted = logits - np.logaddexp.reduce(logits)
    np.testing.assert_allclose(np.log(found.chances), wanted, atol=1e-4)
    zero = passed(model, ids, ((3, 4),))
    assert np.abs(zero.chances - found.chances).max() > 1e-4
    np.testing.assert_array_equal(found.rows[:4], passed(model, ids).rows[:4])  # its own layer's


def test_what_was_computed_is_kept_and_the_large_head_and_the_word_need_no_pass():
    made, before = explorer(), passed.cache_info().misses
    for change in ({"large": "3.4"}, {"word": 0}, {"large": "26.0"}, {"mean": True}):
        made.change(**change)
    assert passed.cache_info().misses == before
    for off in (["7.7"], [], ["7.7"], []):
        made.change(off=off)
    assert passed.cache_info().misses == before + 1


def test_a_wish_of_the_page_sets_all_at_once_and_a_forged_one_sets_nothing():
    made = explorer()
    report(made.squares, kind="wish", chosen=31, off=[31, 234])
    assert (made.large, made.off) == ((3, 4), ((3, 4), (26, 0)))
    before = made.state
    for off in ([270], [-1], [1, 1], [True], 1):
        report(made.squares, kind="wish", chosen=31, off=off)
    assert made.state is before


@pytest.mark.parametrize(
    ("off", "mean", "begins"),
    [
        (["26.0"], False, "Without head 26.0, the model"),
        (["1.2", "3.4"], False, "Without heads 1.2 and 3.4, the"),
        (LAYER, False, "Without layer 26, the"),
        (LAYER[1:], False, "Without 8 heads, the"),
        ([*np.ndindex(5, 9)], False, "Without 5 layers, the"),
        (["26.0"], True, "With head 26.0 replaced by its mean, the"),
        (LAYER, True, "With layer 26 replaced by its mean, the"),
    ],
)
def test_it_says_what_is_off(off, mean, begins):
    assert explorer(off=off, mean=mean).text().headline.startswith(begins)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"prompt": "  "}, "Type at least one word."),
        ({"prompt": "The" + " the" * 60}, "There's room for 60 tokens here; this text has 61."),
        ({"off": ["30.0"]}, f"'30.0' isn't one of {HEADS}."),
        ({"large": 26}, f"26 isn't one of {HEADS}."),
        ({"word": 13}, "word must be a place from 0 to 12; 13 is not."),
    ],
)
def test_what_cannot_be_used_is_said_and_all_stays(changes, says):
    made = explorer()
    before = made.state
    assert not made.change(**changes)
    assert (made.message, made.state) == (says, before)


def test_it_writes_the_likeliest_token_until_there_is_no_room():
    made = explorer("The" + " the" * 57)
    ids = made.state.ids
    for more in (59, 60):
        assert not made.writer.disabled
        wanted = int(made.state.result.chances.argmax())
        made.writer.press()
        assert (made.state.ids[len(ids) :][-1], len(made.state.ids)) == (wanted, more)
    assert made.writer.disabled
    made.reset()
    assert made.state.ids == ids


def test_no_head_of_its_own_layer_or_a_later_one_changes_where_a_head_attends():
    made = explorer()
    for off in ([*LAYER, (29, 0)], [(25, head) for head in range(9)]):  # below, it may
        made.off = off
        assert not done(made)[2]
    assert np.abs(made.state.row - made.state.whole.rows[26, 0]).max() > CHANGED


def test_without_the_model_it_says_in_one_sentence_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.delenv("REAL_MODEL", raising=False)
    monkeypatch.setattr("helpers.real_model.model.FILE", tmp_path / "none.gguf")
    state.loaded.cache_clear()
    with pytest.raises(FileNotFoundError, match=r"^SmolLM2 isn't on this machine yet: `make real`"):
        RealModelExplorer("any text")


@pytest.mark.slow
def test_on_the_real_model_one_head_carries_the_plural_and_two_only_look(smollm2):
    made = RealModelExplorer(model=smollm2)
    assert made.state.tokens == tuple(FLAGSHIP.split())
    assert "head 26.0 gives “keys” 72% of its attention" in said(made)
    assert {"head 26.0", "head 27.8"} < {*details(made)}
    made.off = ["28.7"]
    assert done(made) == [False, True, False]
    made.off = ["26.0"]
    assert done(made) == [True, True, False]
    assert "“are” 17% → 7%, “is” 0.8% → 11%." in said(made)
    made.presets.choose("what it knows")
    assert made.text().headline == "After “is”, the model expects “Paris” (77%), then “the” (6%)."
    made.presets.choose("what it repeats")
    assert made.text().headline.startswith("After “the”, the model expects “dog”")
