"""The lines of Python that reproduce a softmax explorer's state."""

NUMPY = """import numpy as np

from helpers.attention import softmax

scores = np.array({scores}, dtype="{dtype}")
scores = scores + np.{dtype}({added})
with np.errstate(all="ignore"):
    powers = np.exp(scores / {temperature})
    naive = powers / powers.sum()
weights = softmax(scores, temperature={temperature})"""

TORCH = """import torch

scores = torch.tensor({scores}, dtype=torch.bfloat16)
scores = scores + torch.tensor({added}, dtype=torch.bfloat16)
powers = torch.exp(scores / {temperature})
naive = powers / powers.sum()
weights = torch.softmax((scores - scores.max()) / {temperature}, dim=0)"""


def softmax_code(scores, added, temperature, dtype):
    """Return the lines that compute `naive` and `weights`."""
    lines = TORCH if dtype == "bfloat16" else NUMPY
    return lines.format(scores=list(scores), added=added, temperature=temperature, dtype=dtype)
