"""The sentences to begin with: the worked examples of the sources, and one's own."""

from helpers import worked_examples
from helpers.explorers.attention.sentence import FEWEST, Sentence

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


class Presets:
    """The sentences to begin with, and which of them is chosen.

    options : (label, name) for a dropdown    given : the name of the first
    """

    def __init__(self, given, query):
        self.options, self.given = options(given)
        self._start = {"sentence": given, "query": query}
        self._typed, self._remark = {}, (None, "")

    def start(self, name, function):
        """Return the sentence and query of a preset, {} where one's own is not typed yet.

        function : what the remark on a source's example calls the function
        """
        if name == OWN:
            return self._typed
        if name == self.given:
            return self._start
        example = worked_examples.load(name)
        sentence = Sentence(example.tokens, example.embeddings)
        self._remark = sentence, remark(example, function)
        return {"sentence": sentence, "query": 0}

    @property
    def is_typed(self):
        """Say whether there is a sentence of one's own."""
        return bool(self._typed)

    def keep(self, typed):
        """Keep a sentence that was typed as one's own."""
        self._typed = {"sentence": typed, "query": 0}

    def remark_on(self, sentence):
        """Return what the source of a sentence does with it; "" for all others."""
        return self._remark[1] if self._remark[0] is sentence else ""


def remark(example, function):
    """Say what the source does with its example that is left out here, or ""."""
    done = ["projects with W_Q, W_K and W_V"] if example.W_Q is not None else []
    done += ["divides by √d_k"] if example.scale else []
    if not done:
        return ""
    return f"The source also {' and '.join(done)}; here {function} gets the embeddings alone."


def _label(tokens):
    text = " ".join(tokens)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
