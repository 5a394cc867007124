"""Each formula that the notebooks display is computed here as it is written, beside its helper."""

import re

import numpy as np
import pytest
import torch
from rules.notebook import NOTEBOOKS, Notebook

from helpers import positions
from helpers.attention import (
    attention,
    multi_head_attention,
    project,
    simplified_attention,
    softmax,
)

rng = np.random.default_rng(0)
N, D = 5, 3
X, V, s = rng.normal(size=(N, D)), rng.normal(size=(N, 2)), rng.normal(size=N)
W_Q, W_K, W_V, M = rng.normal(size=(4, D, D))
a, b = rng.normal(size=(2, D))
R = range(N)


def row_of_weights(scores):
    """Return e to the power of each score over their sum, one by one."""
    return np.array([np.exp(one) / sum(np.exp(other) for other in scores) for one in scores])


omega = np.array([[sum(X[i, c] * X[j, c] for c in range(D)) for j in R] for i in R])
alpha = np.array([row_of_weights(row) for row in omega])
z = np.array([sum(alpha[i, j] * X[j] for j in R) for i in R])
length = np.linalg.norm


def heads():
    """Return the output of two heads by the helper, and as the sum of what each brings."""
    W_O = rng.normal(size=(2 * D, D))
    pair = [tuple(rng.normal(size=(3, D, D))) for _ in range(2)]
    whole = multi_head_attention(X, pair, W_O)
    parts = zip(whole.heads, pair, (W_O[:D], W_O[D:]), strict=True)
    return whole.context, sum(head.weights @ X @ own[2] @ W for head, own, W in parts)


def running(old, new, values, value):
    """Return m', t' and c' of 16 from the scores so far, as written and from all scores at once."""
    m, t = old.max(), np.exp(old - old.max()).sum()
    c = np.exp(old - m) @ values
    higher = max(m, new)
    written = [higher, t * np.exp(m - higher) + np.exp(new - higher)]
    written += list(c * np.exp(m - higher) + np.exp(new - higher) * value)
    scores, rows = np.append(old, new), np.vstack([values, value])
    shares = np.exp(scores - scores.max())
    return written, [scores.max(), shares.sum(), *(shares @ rows)]


def turned(vector, angle):
    """Return a vector (2,) after a rotation by an angle in radians."""
    rotation = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return np.array(rotation) @ vector


def hidden(j):
    """Return how far an output moves where word j is hidden, as written and by the mask."""
    weights, rows = row_of_weights(s), V
    output = weights @ rows
    others = np.arange(N) != j
    without = attention(np.ones((1, 1)), s[:, None], rows, allowed=others[None], scale=1.0)
    return weights[j] / (1 - weights[j]) * (output - rows[j]), without.context[0] - output


def slopes():
    """Return the derivative of each weight by each score, as written and by autograd."""
    weights = row_of_weights(s)
    written = weights[:, None] * (np.eye(N) - weights)
    by = torch.autograd.functional.jacobian(lambda x: torch.softmax(x, 0), torch.tensor(s))
    return written, by.numpy()


def next_state(W_h, before, x):
    """Return the state of torch's recurrent network after x."""
    cell = torch.nn.RNNCell(D, D, bias=False).double()
    with torch.no_grad():
        cell.weight_hh.copy_(torch.tensor(W_h))
        cell.weight_ih.copy_(torch.eye(D))
        return cell(torch.tensor(x)[None], torch.tensor(before)[None])[0].numpy()


def of_products():
    """Return the variance of a product, and that of d_k of them over d_k; all of it is 1."""
    queries, keys = np.random.default_rng(1).normal(size=(2, 100_000, 16))
    products = queries * keys
    each = products[:, 0].var(), (queries[:, 0] ** 2).mean() * (keys[:, 0] ** 2).mean(), 1
    return np.round([*each, products.sum(axis=1).var() / 16, products.var(axis=0).sum() / 16], 1)


P = np.eye(N)[[3, 1, 4, 0, 2]]
# As it is displayed, without spaces: each side of its equations, which are equal.
FORMULAS = {
    r"\text{Attention}(Q,K,V)=\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V": lambda: (
        attention(X @ W_Q, X @ W_K, V).context,
        softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(D)) @ V,
    ),
    r"\omega=XX^T\qquad\omega_{ij}=x_i\cdotx_j": lambda: (
        omega,
        X @ X.T,
        simplified_attention(X).scores,
    ),
    r"a\cdotb=\frac{\lVerta+b\rVert^2-\lVerta\rVert^2-\lVertb\rVert^2}{2}": lambda: (
        a @ b,
        (length(a + b) ** 2 - length(a) ** 2 - length(b) ** 2) / 2,
    ),
    r"a\cdotb=\lVerta\rVert\lVertb\rVert\cos\theta": lambda: (
        a @ b,
        length(a) * length(b) * np.cos(2 * np.arcsin(length(a / length(a) - b / length(b)) / 2)),
    ),
    r"\alpha_{ij}=\frac{e^{\omega_{ij}}}{\sum_ke^{\omega_{ik}}}": lambda: (alpha, softmax(omega)),
    r"\frac{\alpha_{ij}}{\alpha_{ik}}=\frac{e^{\omega_{ij}}}{e^{\omega_{ik}}}"
    r"=e^{\omega_{ij}-\omega_{ik}}": lambda: (
        softmax(omega)[0, 1] / softmax(omega)[0, 2],
        np.exp(omega[0, 1]) / np.exp(omega[0, 2]),
        np.exp(omega[0, 1] - omega[0, 2]),
    ),
    r"z_i=\sum_j\alpha_{ij}\,x_j": lambda: (simplified_attention(X).context, z),
    r"Z=\text{softmax}(XX^T)\,X": lambda: (z, softmax(X @ X.T) @ X),
    r"z_i-x_i=\sum_j\alpha_{ij}\,x_j-\sum_j\alpha_{ij}\,x_i=\sum_j\alpha_{ij}\,(x_j-x_i)": lambda: (
        z[0] - X[0],
        sum(alpha[0, j] * X[j] for j in R) - sum(alpha[0, j] * X[0] for j in R),
        sum(alpha[0, j] * (X[j] - X[0]) for j in R),
    ),
    r"Q=XW^Q\qquadK=XW^K\qquadV=XW^V": lambda: (
        np.stack(project(X, W_Q, W_K, W_V)),
        np.stack([X @ W_Q, X @ W_K, X @ W_V]),
    ),
    r"-\ln\alpha_B=-\ln\frac{e^{s_B}}{\sum_je^{s_j}}=\ln\sum_je^{s_j}-s_B": lambda: (
        -np.log(softmax(s)[1]),
        -np.log(np.exp(s[1]) / np.exp(s).sum()),
        np.log(np.exp(s).sum()) - s[1],
        torch.nn.functional.cross_entropy(torch.tensor(s), torch.tensor(1)).item(),
    ),
    r"H=-\sum_j\alpha_j\ln\alpha_j": lambda: (
        torch.distributions.Categorical(logits=torch.tensor(s)).entropy().item(),
        -sum(one * np.log(one) for one in row_of_weights(s)),
    ),
    r"\text{output}=\sum_h\alpha^{(h)}\,X\,W^V_hW^O_h": heads,
    r"\mathrm{Var}[q_ck_c]=\mathrm{E}[q_c^2]\,\mathrm{E}[k_c^2]=1,\qquad\mathrm{Var}\Big"
    r"[\sum_{c=1}^{d_k}q_ck_c\Big]=\sum_{c=1}^{d_k}\mathrm{Var}[q_ck_c]=d_k": of_products,
    r"\text{attention}(PX)=P\,\text{attention}(X)": lambda: (
        simplified_attention(P @ X).context,
        P @ simplified_attention(X).context,
    ),
    r"\cosa\cosb+\sina\sinb=\cos(a-b)": lambda: (
        np.cos(a) * np.cos(b) + np.sin(a) * np.sin(b),
        np.cos(a - b),
    ),
    r"\text{output}=\sum_j\alpha_j\,v_jW^O,\qquad\text{lengthofword}j\text{'sterm}"
    r"=\alpha_j\,\lVertv_jW^O\rVert": lambda: (
        row_of_weights(s) @ X @ M,
        sum(row_of_weights(s)[j] * (X[j] @ M) for j in R),
    ),
    r"\frac{\alpha_j}{1-\alpha_j}\,(z-u_j)": lambda: hidden(2),
    r"m'=\max(m,s)\qquadt'=t\,e^{m-m'}+e^{s-m'}\qquadc'=c\,e^{m-m'}+e^{s-m'}\,v": lambda: running(
        s[:-1], 3.0, V[:-1], V[-1]
    ),
    r"R(a)q\cdotR(b)k=q\cdotR(b-a)k": lambda: (
        turned(X[0, :2], 4) @ turned(X[1, :2], 9),
        X[0, :2] @ turned(X[1, :2], 9 - 4),
        positions.rotated(X[0, None, :2], [4])[0] @ positions.rotated(X[1, None, :2], [9])[0],
    ),
    r"h_t=\tanh(W_hh_{t-1}+x_t)": lambda: (np.tanh(W_Q @ b + a), next_state(W_Q, b, a)),
    r"\frac{\partial\alpha_i}{\partials_j}=\alpha_i\left([i=j]-\alpha_j\right)": slopes,
    r"W^QM\left(W^KM^{-T}\right)^T=W^QMM^{-1}W^{KT}=W^QW^{KT}": lambda: (
        W_Q @ M @ (W_K @ np.linalg.inv(M).T).T,
        W_Q @ M @ np.linalg.inv(M) @ W_K.T,
        W_Q @ W_K.T,
    ),
    r"\alpha\left(XW^V\right)W^O=\alpha\,X\left(W^VW^O\right)": lambda: (
        attention(X @ W_Q, X @ W_K, X @ W_V).context @ M,
        attention(X @ W_Q, X @ W_K, X).weights @ X @ (W_V @ M),
    ),
}


def displayed(notebook):
    """Yield the formulas in lines of their own, and the equations with a sum inside a line."""
    for cell in notebook.cells:
        for own, inside in re.findall(r"(?s)\$\$(.+?)\$\$|\$([^$\n]+)\$", cell.source):
            if (own and "pmatrix" not in own) or ("=" in inside and r"\sum" in inside):
                yield re.sub(r"\s", "", own or inside)


def test_the_notebooks_display_what_is_computed_here_and_no_other_formula():
    notebooks = map(Notebook.read, NOTEBOOKS)
    assert {one for notebook in notebooks for one in displayed(notebook)} == FORMULAS.keys()


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_sides_of_a_formula_are_equal(formula):
    first, *others = FORMULAS[formula]()
    for other in others:
        np.testing.assert_allclose(other, first, atol=1e-12)
