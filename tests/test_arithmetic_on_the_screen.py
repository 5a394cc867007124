"""Who types what a sentence shows into a calculator finds what it shows, to the last digit."""

import re
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from helpers.attention import attention, multi_head_attention, project, simplified_attention
from helpers.explorers.attention import controls as attention_controls
from helpers.explorers.dot_product import words as pair_words
from helpers.explorers.dot_product.state import Pair
from helpers.explorers.flow import state as computation
from helpers.explorers.flow import words as flow_words
from helpers.explorers.heads import scenes
from helpers.explorers.heads.state import Look
from helpers.explorers.projection import controls
from helpers.explorers.softmax import state as softmax_state
from helpers.explorers.softmax import words as softmax_words
from helpers.jupyterlab.agreement import numbers_in
from helpers.numerals import arithmetic

NUMBER = r"−?\d+(?:\.\d+)?…?"
VECTOR = rf"\({NUMBER}(?:, {NUMBER})*\)"
ATOM = rf"(?:e\^\({NUMBER}\)|e\^{NUMBER}|√\d+|{VECTOR}|{NUMBER})"
LINE = re.compile(rf"({ATOM}(?: [×+÷/] {ATOM})+|e\^\(?{NUMBER}\)?) ([=≈]) ({VECTOR}|{NUMBER})")
ROWS = arrays(float, st.tuples(st.integers(2, 5), st.just(2)), elements=st.floats(-3, 3))
ROUND = ROWS.map(lambda rows: rows.round(2))
EMBEDDINGS = st.one_of(ROWS, ROUND)
FURTHEST = 33  # of a score: e^33 is the last that a float64 knows to a tenth


def numbers(text):
    """Return the numbers of an atom as a calculator takes them."""
    if text.startswith("e^"):
        return [Decimal(text[2:].strip("()").replace("−", "-")).exp()]
    if text.startswith("√"):
        return [Decimal(text[1:]).sqrt()]
    return [Decimal(part.replace("−", "-")) for part in text.strip("()").split(", ")]


def product(text):
    """Return what a term comes to, a vector times a number as a vector."""
    atoms = re.split(r" ([×÷/]) ", text)
    found = numbers(atoms[0])
    for sign, atom in zip(atoms[1::2], atoms[2::2], strict=True):
        others = numbers(atom)
        if sign == "×":
            found = [a * b for a in found for b in others]
        else:
            found = [a / others[0] for a in found]
    return found


def places(text):
    return len(text.partition(".")[2])


def complaints(text):
    """Return each line of a text whose result a calculator does not find, and each ragged one."""
    wrong = []
    for left, sign, right in LINE.findall(text):
        line = f"{left} {sign} {right}"
        if "…" in left:
            continue
        found = [sum(terms) for terms in zip(*map(product, left.split(" + ")), strict=True)]
        shown = right.strip("()").split(", ")
        for number, said in zip(found, shown, strict=True):
            gap = abs(number - Decimal(said.replace("−", "-")))
            if gap > Decimal("0.5").scaleb(-places(said)) + Decimal("1e-11"):
                wrong.append(f"{line}: a calculator says {number:.6f}")
            if sign == "=" and gap > Decimal("1e-9"):
                wrong.append(f"{line}: not equal")
        vectors = [*re.findall(VECTOR, left), right]
        if any(len({places(part) for part in v.strip("()").split(", ")}) > 1 for v in vectors):
            wrong.append(f"{line}: ragged")
    return wrong


def lines(text):
    """Return how many lines of arithmetic a text has."""
    return len(LINE.findall(text))


def test_a_wrong_line_is_found():
    assert complaints("e^1.41 ≈ 4.11 for") == ["e^1.41 ≈ 4.11: a calculator says 4.095955"]
    assert len(complaints("0.4 × (0, 2) ≈ (0, 0.81)")) == 2
    assert complaints("0.403 × (0, 2) ≈ (0.00, 0.81)") == []
    assert complaints("so 0.2 + (−0.1) ≈ 0.1; 2 ÷ √2 ≈ 1.41, and 1 / 3 ≈ 0.33") == []
    assert complaints("1.2 × 0.9 + 0.6 × 1.2 = 1.81") != []
    assert complaints("1 ÷ 3 = 0.33") == ["1 ÷ 3 = 0.33: not equal"]


def told(here):
    """Yield all that the flow's explorer tells of a computation, query by query."""
    n = len(here.tokens)
    for query in range(n):
        for step in here.steps:
            yield "\n".join(fact.text for fact in flow_details(here, query, step))
            for target in range(n):
                now = computation.State(here, query, step, target)
                yield "\n".join(flow_words.text(now)[:2])
        for rows in flow_words.equations(here, query).values():
            yield "\n".join(line for row in rows for line in row)


def flow_details(here, query, step):
    return flow_words.text(computation.State(here, query, step, 0)).details


@pytest.mark.parametrize("name", computation.names())
def test_every_example_of_the_flow_is_right_on_a_calculator(name):
    texts = list(told(computation.load(name)))
    assert sum(map(lines, texts)) > 100
    assert [wrong for text in texts for wrong in complaints(text)] == []
    assert not any("…" in text for text in texts)


def flowing(embeddings, scale, matrices):
    """Return a computation of any embeddings, as one of a worked example."""
    n, (W_Q, W_K, W_V) = len(embeddings), (None,) * 3 if matrices is None else matrices
    example = replace(
        computation.load("smart_robots").example,
        tokens=tuple("abcde"[:n]),
        embeddings=embeddings,
        scale=scale,
        W_Q=W_Q,
        W_K=W_K,
        W_V=W_V,
    )
    inputs = (embeddings,) * 3 if matrices is None else project(embeddings, W_Q, W_K, W_V)
    return computation.Computation(example, attention(*inputs, scale=None if scale else 1.0))


MATRICES = arrays(float, (3, 2, 3), elements=st.floats(-2, 2).map(lambda x: round(x, 1)))


@given(embeddings=EMBEDDINGS, scale=st.booleans(), matrices=st.none() | MATRICES)
def test_any_embeddings_flow_right_on_a_calculator(embeddings, scale, matrices):
    here = flowing(embeddings, scale, matrices)
    assume(here.result.scaled.max() <= FURTHEST)
    texts = list(told(here))
    assert [wrong for text in texts for wrong in complaints(text)] == []


@given(embeddings=EMBEDDINGS)
def test_numbers_of_one_kind_have_the_same_digits_in_all_lines_of_a_step(embeddings):
    here = flowing(embeddings, True, None)
    for step in ("scores", "scaled", "weights", "weighted rows"):
        made = [fact.text for fact in flow_details(here, 0, step)]
        shapes = {tuple(places(part) for part in re.findall(r"[\d.]+", line)) for line in made}
        assert len(shapes) == 1


@pytest.mark.parametrize(
    "score", [32.346904, 31.9999999, 12.5, -20.125, 0.1 + 0.2, 1, 20, 27, 28, 33, 34, 34.5, 35, 36]
)
def test_a_power_is_right_to_its_last_digit_and_claims_none_that_a_float_has_not(score):
    text = arithmetic.one(arithmetic.power(score))
    assert lines(text) == 1
    assert complaints(text) == []


def test_noise_of_a_score_is_not_raised_and_a_tiny_power_is_not_0():
    noisy = 6 * -1.8 * 6 * -0.5  # 32.400000000000006
    assert noisy != 32.4
    assert complaints(arithmetic.one(arithmetic.power(noisy))) == []
    tiny = np.exp(-36)
    (text,) = arithmetic.written([arithmetic.quotient(tiny, 2 * tiny)])
    assert text == "0.0000… ÷ 0.0000… ≈ 0.50"
    assert "≈" in arithmetic.one(arithmetic.power(-36))
    assert arithmetic.one(arithmetic.total([0.1, 0.2, -0.3])).endswith(" = 0")


def test_digits_that_cannot_suffice_are_said_to_go_on():
    (text,) = arithmetic.written([arithmetic.power(30.123456789012)])
    assert text.startswith("e^30.1234… ≈ ")
    (text,) = arithmetic.written([arithmetic.power(-30.123456789012)])
    assert complaints(text) == []
    assert arithmetic.one(arithmetic.total([-0.5, -0.25])) == "−0.50 + (−0.25) = −0.75"


@given(embeddings=EMBEDDINGS)
def test_the_cells_of_tables_are_right_on_a_calculator(embeddings):
    result, n = simplified_attention(embeddings), len(embeddings)
    heads = multi_head_attention(embeddings, [(np.eye(2), [[1, 0.3], [0, 1]], np.eye(2))])
    look = Look(SimpleNamespace(result=heads, tokens="abcde"[:n]))
    texts = [text for row in scenes.details(look, 0, hidden=False) for text in row]
    for i, j in np.ndindex(n, n):
        texts += [
            attention_controls.cell(result, "scores", i, j),
            controls.cell(result, "scores", i, j),
        ]
    assert sum(map(lines, texts)) == 3 * n * n
    assert [wrong for text in texts for wrong in complaints(text)] == []


PLACES = st.floats(-2.5, 2.5).map(lambda x: round(x, 3))


@given(vectors=st.tuples(PLACES, PLACES, PLACES, PLACES), guess=st.integers(-130, 130))
def test_the_lengths_of_a_pair_and_a_guess_are_right_on_a_calculator(vectors, guess):
    pair = Pair(np.array(vectors[:2]), np.array(vectors[2:]))
    text = " ".join(pair_words.text(pair)[:2])
    assert complaints(text) == []
    assert pair.limit == 0 or lines(text) == 1
    score, *_ = numbers_in(text)
    guessed, true, gap = numbers_in(pair_words.guessed(pair, guess / 10))
    assert abs(true - score) <= Decimal("0.005")
    assert is_apart(guessed, true, gap)


def is_apart(first, second, gap):
    """Say whether a gap is that of the two numbers beside it, to its last digit."""
    return abs(abs(first - second) - gap) <= Decimal("0.5").scaleb(gap.as_tuple().exponent)


@given(
    scores=st.lists(st.floats(-30, 30), min_size=2, max_size=8),
    added=st.sampled_from([0.0, 5.0, -300.0, 900.0]),
    temperature=st.floats(0.05, 20),
)
def test_a_weight_is_the_fraction_that_is_shown(scores, added, temperature):
    row = softmax_state.Row(tuple(scores), added=added, temperature=temperature)
    for place in range(len(scores)):
        text = softmax_words.fraction(row.forms, place, "a")
        text = re.sub(" × 10(\\S+?)(?=\\.$| /| ≈)", lambda one: f"e{lowered(one[1])}", text)
        above, below, weight = re.search(r"is (\S+) / (\S+) ≈ (\S+)\.$", text).groups()
        found = Decimal(above) / Decimal(below)
        last = Decimal(10) ** Decimal(weight).as_tuple().exponent
        assert abs(found - Decimal(weight)) <= last / 2 + Decimal("1e-10")


def lowered(exponent):
    """Return an exponent in plain digits."""
    return exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
