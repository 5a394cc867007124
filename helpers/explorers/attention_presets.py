"""The sentences to begin with: the worked examples of the sources, and one's own."""

from helpers import worked_examples
from helpers.explorers.sentence import FEWEST, Sentence

GIVEN, OWN = "given", "own"
LONGEST = 36  # letters of an entry


def options(given):
    """Return (label, name) for a dropdown, and the name that holds the `Sentence` given."""
    found, named = [], GIVEN
    for name in worked_examples.names():
        example = worked_examples.load(name)
        if len(example.tokens) >= FEWEST:
            found.append((_label(example.tokens), name))
            same = example.tokens == given.tokens
            if same and example.embeddings.shape == given.size:
                named = name if (example.embeddings == given.embeddings).all() else named
    if named == GIVEN:
        found.insert(0, (f"{_label(given.tokens)} (as given)", GIVEN))
    return [*found, ("your own sentence", OWN)], named


def sentence(name):
    """Return the `Sentence` of a worked example."""
    example = worked_examples.load(name)
    return Sentence(example.tokens, example.embeddings)


def remark(name, function):
    """Say what the source does with its example that is left out here, or ""."""
    example = worked_examples.load(name)
    done = ["projects with W_Q, W_K and W_V"] if example.W_Q is not None else []
    done += ["divides by √d_k"] if example.scale else []
    if not done:
        return ""
    return f"The source also {' and '.join(done)}; here {function} gets the embeddings alone."


def _label(tokens):
    text = " ".join(tokens)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
