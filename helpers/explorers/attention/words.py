"""What an attention computation says of itself in words, and in code."""

import numpy as np

from helpers.explorers.attention import learner_function as asking
from helpers.explorers.base.arithmetic import numbered
from helpers.figures import wording

SURE = 0.99  # of a weight, past which softmax has all but chosen
PLANE = ", as seen in this plane"
SAME = 1e-9  # between weights that are alike, for rounding
CHANGED = 0.005  # of a weight, that a reader sees in two decimals


def words(explorer, missing, remark):
    """Say in a few sentences what the explorer shows now.

    missing : why some tables cannot be shown    remark : what the source of the example does
    """
    sentence, result, query = explorer.sentence, explorer.result, explorer.query
    lines = [looks(sentence.tokens, result.weights[query], query)]
    if not explorer.hides_context:
        lines[0] += f" {lands(result, sentence.embeddings[query], query)}"
    lines.append(_guessed(explorer))
    lines.append(hidden(sentence, result, explorer.axes, query))
    if explorer.pin is not None:
        lines.append(since(explorer.pin, result, sentence.tokens, query))
    return "\n".join(filter(None, [*lines, missing, remark]))


def _guessed(explorer):
    """Say how far the guess was from z, once it is revealed."""
    if explorer.guess is None or not explorer.guess.revealed or explorer.shift.values is None:
        return ""
    z = explorer.result.context[explorer.query][list(explorer.axes)]
    away = wording.drawn(np.linalg.norm(explorer.guess.place - z))
    return f"Your guess was {away} away from z{PLANE if len(explorer.embeddings.T) > 2 else ''}."


def looks(tokens, weights, query):
    """Say what a query looks at most, and next, or all that it looks at alike."""
    order = wording.largest(weights)
    first, second = order[:2]
    at = ["itself" if place == query else tokens[place] for place in order]
    tied = sum(weights[first] - weights[place] < SAME for place in order)
    if tied > 1:
        names = f"{', '.join(at[: tied - 1])} and {at[tied - 1]}"
        return (
            f"{tokens[query]} looks most at {names} alike ({wording.drawn(weights[first])} each)."
        )
    said = (
        f"{tokens[query]} looks most at {at[0]} ({wording.drawn(weights[first])}),"
        f" then at {at[1]} ({wording.drawn(weights[second])})."
    )
    if weights[first] > SURE:
        return f"{said} One weight passes {SURE}: softmax has all but chosen {at[0]}."
    return said


def lands(result, x, query):
    """Say where the context of the query is, and how far from x where both can be compared."""
    z = result.context[query]
    where = wording.point(z).replace("-", "−")
    if len(z) != len(x):
        return f"z = {where}."
    return f"z = {where}, {wording.drawn(np.linalg.norm(z - x))} away from x."


def hidden(sentence, result, axes, query):
    """Say how much of the score with the top token comes from coordinates outside the plane."""
    columns = [column for column in range(sentence.size[1]) if column not in axes]
    if not columns:
        return ""
    top = wording.largest(result.weights[query])[0]
    products = sentence.embeddings[query] * sentence.embeddings[top]
    if result.scores is None or not np.isclose(result.scores[query, top], products.sum()):
        return ""
    names = [numbered("x", sentence.size[1])[column] for column in columns]
    verb = "gives" if len(names) == 1 else "give"
    names = ", ".join(names if len(names) <= 4 else [*names[:3], "…"])
    return (
        f"Not in this plane: {names} {verb} {wording.drawn(products[columns].sum())} of the score"
        f" {wording.drawn(products.sum())} of {sentence.tokens[query]} with {sentence.tokens[top]}."
    )


def since(pin, result, tokens, query):
    """Say which weights of the query's row changed most since the pin."""
    before, now = pin.result.weights[query], result.weights[query]
    changes = np.abs(now - before)
    places = [j for j in wording.largest(changes)[:3] if changes[j] >= CHANGED]
    if not places:
        return f"Since the pin no weight of {tokens[query]} changed."
    said = [f"on {tokens[j]} {wording.drawn(before[j])} → {wording.drawn(now[j])}" for j in places]
    return f"Since the pin, the weights of {tokens[query]}: {', '.join(said)}."


def code(sentence, attend, query):
    """Return the lines of Python that compute the present state."""
    name = asking.name_of(attend)
    own = getattr(attend, "__module__", "") != "helpers.attention"
    rows = "\n".join(f"    {row}," for row in sentence.embeddings.tolist())
    given = "result[-2:]  # of your own function" if own else "result.weights, result.context"
    return "\n".join(
        [
            "import numpy as np",
            *([] if own else [f"from helpers.attention import {name}"]),
            "",
            f"tokens = {list(sentence.tokens)!r}",
            f"embeddings = np.array([\n{rows}\n])",
            f"result = {name}(embeddings)",
            f"weights, context = {given}",
            f"query = {query}  # {sentence.tokens[query]}",
            "weights[query], context[query]",
        ]
    )
