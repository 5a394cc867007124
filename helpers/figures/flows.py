"""The whole computation for one query on one page, with its numbers."""

import numpy as np

from helpers.figures import given
from helpers.figures.flow_page import WIDEST, Page, Stage
from helpers.figures.picture import styled
from helpers.numerals import wording


@styled
def flow(tokens, result, query, *, title="", decimals=2):
    """Draw one query's way from words to its context, stage by stage, left to right.

    tokens : n words    result : an `Attention` of n queries and n keys, without batch axes
    query  : a place

    Raises ValueError for tokens that do not fit, a batch, or a query out of range.
    """
    n, m = given.numbers(result.weights, 2, "result.weights").shape
    if n != m:
        raise ValueError(f"flow needs as many queries as keys, got {n} queries and {m} keys")
    tokens = given.labels(tokens, n, "tokens", "keys of the result")
    query = given.place(query, n, "query")
    stages = _stages(result, query)
    page = Page(tokens, stages, query, title=title, decimals=decimals)
    if page.width > WIDEST and any(stage.name == "value" for stage in stages):
        stages = stages[:-1]
        page = Page(tokens, stages, query, title=title, decimals=decimals)
    if page.width > WIDEST:
        page = Page(tokens, stages, query, title=title, decimals=decimals, entries=3)
    picture = page.draw(result.queries[query], result.context[query])
    picture.alt = wording.alt(title, *_words(tokens, stages, result, query, decimals))
    return picture


def _stages(result, query):
    """Return the stages in order; what would be shown twice is left out."""
    queries, keys, values = result.queries, result.keys, result.values
    scores, weights = result.scores[query], result.weights[query]
    same_keys, same_values = _equal(queries, keys), _equal(keys, values)
    name = "vector" if same_keys and same_values else "key" if not same_values else "key = value"
    stages = [Stage(name, "", keys, "vector"), Stage("score", "query · key", scores, "score")]
    if same_keys and same_values:
        stages[1] = Stage("score", "dot product", scores, "score")
    if not _equal(result.scores, result.scaled):
        stages.append(Stage("scaled", _factor(result), result.scaled[query], "score"))
    stages.append(Stage("weight", "softmax", weights, "weight"))
    if not same_values:
        stages.append(Stage("value", "", values, "vector"))
    return [*stages, Stage("weight × value", "", weights[:, None] * values, "vector")]


def _equal(a, b):
    """Return whether two arrays hold the same numbers."""
    return a.shape == b.shape and np.array_equal(a, b)


def _factor(result):
    """Say by what the scores were scaled: √d_k where it is that, else the factor."""
    width = result.keys.shape[-1]
    largest = np.unravel_index(np.abs(result.scores).argmax(), result.scores.shape)
    factor = float(result.scaled[largest] / result.scores[largest])
    if abs(factor * np.sqrt(width) - 1) < 1e-3:
        return f"÷ √{width}"
    return f"× {wording.digits(factor)}"


def _words(tokens, stages, result, query, decimals):
    """Return the alt text's lines: the numbers of each stage for this query."""
    lines = [f"query {tokens[query]} {wording.point(result.queries[query], decimals)}"]
    for stage in stages:
        if stage.numbers.ndim == 1:
            name = f"{stage.name} ({stage.how})" if stage.name == "scaled" else stage.name
            lines.append(f"{name}: {wording.pairs(tokens, stage.numbers, decimals)}")
    unscaled = all(stage.name != "scaled" for stage in stages)
    lines.append("unscaled" if unscaled else "")
    return [*lines, f"context of {tokens[query]} {wording.point(result.context[query], decimals)}"]
