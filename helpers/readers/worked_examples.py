"""The sources' worked examples, read from data/worked_examples with every printed number."""

from dataclasses import dataclass, field

import numpy as np

from helpers.readers import files
from helpers.readers.fields import REQUIRED, Fields

FOLDER = "worked_examples"
VERDICTS = ("agrees", "follows", "recovers", "slip", "scan", "given", "uncheckable")


@dataclass(frozen=True, eq=False)
class Printed:
    """Numbers as one line of a source prints them, with the verdict on them.

    value       : as printed, right or wrong; () or (k,) or (n, k)
    decimals    : of the last printed place; negative for tens, hundreds, ...
    query, key  : tokens, where the line is about one row, or one entry, of the quantity
    expression  : what the line computes, where quantity is "expression"
    starts_from : the quantities that the line takes over as printed before it
    rounding    : quantities that the line rounds on the way, with their decimals
    """

    where: str
    quantity: str
    value: np.ndarray
    decimals: int
    verdict: str
    reason: str = ""
    query: str | None = None
    key: str | None = None
    expression: str | None = None
    starts_from: tuple[str, ...] = ()
    rounding: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class WorkedExample:
    """One worked example: its inputs, and `printed`, all that the source prints after them.

    tokens, embeddings : n tokens and (n, d_model); () and None where only numbers are printed
    W_Q, W_K, W_V      : the matrices that are computed with, or None where there are none
    scale              : whether the source divides the scores by sqrt(d_k)
    head_2             : (n, d_v), the output of a second head that the source gives, or None
    """

    name: str
    title: str
    source: str
    tokens: tuple[str, ...]
    embeddings: np.ndarray | None
    W_Q: np.ndarray | None = None
    W_K: np.ndarray | None = None
    W_V: np.ndarray | None = None
    scale: bool = True
    head_2: np.ndarray | None = None
    printed: tuple[Printed, ...] = ()

    def find(self, quantity, query=None, *, key=None, where=""):
        """Return the printed line of a quantity; `where` is a part of its heading.

        A line that the source repeats number by number is found once, at its first place.
        Raises ValueError, naming what there is, for none or for several with other numbers.
        """
        lines = [line for line in self.printed if where in line.where]
        wanted = (quantity, query, key)
        found = [line for line in lines if (line.quantity, line.query, line.key) == wanted]
        if found and all(np.array_equal(found[0].value, line.value) for line in found):
            return found[0]
        count = f"{len(found)} different lines" if found else "nothing"
        names = sorted({_of(line.quantity, line.query, line.key) for line in found or lines})
        places = [f"'{line.where}'" for line in found]
        raise ValueError(
            f"{self.name} prints {count} for {_of(*wanted)}; there is {', '.join(places or names)}"
        )


def names():
    """Return the names of all worked examples, sorted."""
    return files.names(FOLDER)


def load(name):
    """Return the `WorkedExample` of that name.

    Raises ValueError, naming the file and the key, for a missing or malformed file.
    """
    place = f"data/{FOLDER}/{name}.toml: "
    fields = Fields(files.read(FOLDER, name), place)
    lines = fields.take("printed", list)
    tokens = fields.texts("tokens")
    example = WorkedExample(
        name=name,
        title=fields.take("title", str),
        source=fields.take("source", str),
        tokens=tokens,
        embeddings=fields.matrix("embeddings", rows=len(tokens)),
        **{matrix: fields.matrix(matrix) for matrix in ("W_Q", "W_K", "W_V")},
        scale=fields.take("scale", bool, REQUIRED if tokens else False),
        head_2=fields.matrix("head_2", rows=len(tokens)),
        printed=tuple(
            _line(Fields(line, f"{place}printed[{i}]."), tokens) for i, line in enumerate(lines)
        ),
    )
    fields.finish()
    _expect_whole(example, place)
    return example


def _line(fields, tokens):
    """Read one [[printed]] table."""
    line = Printed(
        where=fields.take("where", str),
        quantity=fields.take("quantity", str),
        value=fields.numbers("value"),
        decimals=fields.take("decimals", int),
        verdict=fields.take("verdict", str),
        reason=fields.take("reason", str, ""),
        query=fields.take("query", str, None),
        key=fields.take("key", str, None),
        expression=fields.take("expression", str, None),
        starts_from=fields.texts("from"),
        rounding=fields.take("rounding", dict, {}),
    )
    place = fields.place
    if line.verdict not in VERDICTS:
        listed = ", ".join(VERDICTS)
        raise ValueError(f"{place}verdict: expected one of {listed}, got {line.verdict!r}")
    if line.verdict != "agrees" and not line.reason:
        raise ValueError(f"{place}reason: expected beside the verdict {line.verdict!r}, got none")
    for name, token in (("query", line.query), ("key", line.key)):
        if token not in (None, *tokens):
            raise ValueError(f"{place}{name}: expected one of {tokens}, got {token!r}")
    fields.finish()
    return line


def _expect_whole(example, place):
    """Raise ValueError if tokens are there without embeddings, or only some of the matrices."""
    if example.tokens and example.embeddings is None:
        raise ValueError(f"{place}embeddings: expected a row for each token, got none")
    matrices = {name: getattr(example, name) for name in ("W_Q", "W_K", "W_V")}
    missing = [name for name, matrix in matrices.items() if matrix is None]
    if 0 < len(missing) < len(matrices):
        raise ValueError(f"{place}{missing[0]}: expected all of W_Q, W_K and W_V, or none")


def _of(quantity, query, key):
    """Name a quantity with its query and key, as in `scores of cat with sat`."""
    with_query = f"{quantity} of {query}" if query else quantity
    return f"{with_query} with {key}" if key else with_query
