"""What A5 says of torch's attention calls and doesn't show holds in this torch.

What it shows, nbval finds again or not; here is what only its prose says.
"""

import re
import warnings

import pytest
import torch
from rules.notebook import ROOT, Notebook
from torch import nn
from torch.nn.functional import scaled_dot_product_attention as sdpa

from helpers.attention import attention, causal_mask, padding_mask
from helpers.jupyterlab.exercises import exercises

# Sentences, heads, words and numbers that all differ: no mask fits by accident.
B, H, N, D = 3, 2, 5, 4
REAL = torch.from_numpy(padding_mask([5, 4, 2], N))[:, 0]  # (b, n), True where a word is real
ROWS = torch.randn(B, H, N, D, generator=torch.Generator().manual_seed(0))
NOTEBOOK = Notebook.read(ROOT / "notebooks" / "A5_torch_traps.ipynb")


@pytest.mark.parametrize("kind", [nn.TransformerEncoderLayer, nn.TransformerDecoderLayer])
def test_true_hides_in_the_masks_of_blocks(kind):
    block, rows = kind(D, H, 8, dropout=0, batch_first=True), ROWS[:, 0]
    memory = [rows] * (kind is nn.TransformerDecoderLayer)
    changed = rows.clone()
    changed[:, -1] += torch.tensor([1, -1, 0, 2])
    future = ~torch.from_numpy(causal_mask(N))
    before, after = (block(x, *memory, future) for x in (rows, changed))
    moved = (before - after).abs().amax(dim=-1) > 1e-6
    assert moved.tolist() == [[False] * (N - 1) + [True]] * B


def test_with_numbers_that_differ_a_mask_of_sentences_and_words_is_an_error():
    with pytest.raises(RuntimeError, match="must match the size"):
        sdpa(ROWS, ROWS, ROWS, attn_mask=REAL)


def test_an_odd_number_of_heads_never_takes_the_fast_path():
    layer, rows = nn.MultiheadAttention(D, 1, batch_first=True).eval(), ROWS[:, 0]
    with pytest.warns(UserWarning, match="num_heads is odd"):
        encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(D, 1, 8, batch_first=True), 2)
    with torch.no_grad():
        assert (encoder.eval()(rows, src_key_padding_mask=~REAL)[~REAL] != 0).all()
        with pytest.raises(RuntimeError, match="Need attn_mask"):
            layer(rows, rows, rows, is_causal=True)


@pytest.mark.parametrize(
    "kind", [nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerDecoderLayer]
)
def test_no_class_has_the_batch_first_by_default(kind):
    made = kind(D, H)
    assert not getattr(made, "self_attn", made).batch_first


def test_with_fewer_axes_the_answer_is_the_same_and_nobody_warns():
    with warnings.catch_warnings(action="error"):
        assert torch.allclose(sdpa(*[ROWS[0]] * 3), sdpa(*[ROWS] * 3)[0], atol=1e-6)


def test_the_version_that_it_names_is_the_one_that_is_tested():
    pinned = re.search(r"(?m)^torch==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"))[1]
    assert any(f"measured with torch {pinned} " in cell.source for cell in NOTEBOOK.markdown)


def test_the_solution_passes_all_four_tests_and_divides_once():
    names = {}
    for cell in NOTEBOOK.code[:7]:  # up to `by_function`
        exec(cell.source, names)
    (exercise,) = exercises(NOTEBOOK.node)
    exec(exercise.solution, names)
    suspect, rows, in_heads = names["Suspect"]().eval(), names["batch"], names["in_heads"]
    verdicts = names["four_tests"](lambda x: suspect(x, REAL), rows, names["other"], REAL[:, None])
    assert verdicts == dict.fromkeys(("repeats", "hides", "separates", "sees"), True)
    parts = suspect.in_proj(rows).chunk(3, dim=-1)
    heads = (in_heads(part).detach().numpy() for part in parts)
    context = attention(*heads, allowed=REAL[:, None, None].numpy()).context
    by_hand = suspect.out_proj(names["joined"](torch.from_numpy(context)).float())
    assert torch.allclose(suspect(rows, REAL), by_hand, atol=1e-5)
