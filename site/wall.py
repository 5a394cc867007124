"""What stands on a slide, each part with an estimate of its height, so that none runs over."""

import base64
import math
import re
import struct
from dataclasses import dataclass, replace

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

# All in pixels of a wall of 1280 × 720: within its margins, and under the heading.
WIDTH, ROOM, GAP = 1208, 572, 18
# Sizes of type: of results without code, of code, of code that makes room, of code at the least.
ALONE, LARGEST, SMALLER, SMALLEST = 34, 28, 22, 20
LETTER, LINE = 0.602, 1.36  # of a fixed-width font: width and line for its size
FRAME, LABEL = 24, 20  # what a box of code takes beside its lines, and its label
TEXT, LARGE = (
    (42, 14.8),
    (58, 19.6),
)  # a line's height and a letter's width, and on a slide of words
FORMULA, ITEMS = 100, 12  # the height of a formula, and what sets the items of a list apart
TABLES, COLUMNS = (28, 24, 20, 17, 14), 36  # sizes of a table, and what sets its columns apart
HALF, LOWEST = 0.5, 300  # the least of a figure: of its own pixels, else its letters are too small
COLUMN, GUTTER = 460, 48  # of words beside a figure; between a table and words beside it
WORDS = 48  # of a paragraph; what is longer is cut after a sentence

FOLDED = re.compile(r"(?s)<details>.*?</details>")
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]+\.ipynb[^()]*\)")
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][*”\")])|(?<=[.?!]\*\*))\s+(?=\S)")
RULE = re.compile(r"\*\*.{20,}\*\*")
ITEM = r"(?:[-*]|\d+\.) "


@dataclass(frozen=True)
class Part:
    """A cell of its own on a slide: its kind (text, code, live, result, figure), its height.

    The height of a figure is the least that it may have; its ratio is its width by its height.
    """

    kind: str
    cell: NotebookNode
    height: float
    size: int = 0
    width: float = WIDTH
    ratio: float = 0.0


def paragraphs(source):
    """Return the paragraphs of a Markdown text, each with its formula or list, and its folds.

    A link to another notebook leads nowhere from a slide: its words alone are left.
    """
    source = LINK.sub(r"\1", source)
    found = []
    for one in re.split(r"\n{2,}", FOLDED.sub("", source).strip()):
        if found and re.match(rf"\$\$|{ITEM}", one) and not found[-1].startswith("#"):
            found[-1] += f"\n\n{one}"
        elif one:
            found.append(one)
    return found, FOLDED.findall(source)


def opening(paragraph, words=WORDS):
    """Return the first sentences of a paragraph, no more words than asked, but one at least.

    Of the others those stay that are bold as a whole: they are rules.
    """
    if len(paragraph.split()) <= words:
        return paragraph
    if listed := re.search(rf"(?m)^{ITEM}", paragraph):
        return _short_list(paragraph[: listed.start()], paragraph[listed.start() :], words)
    first, *others = SENTENCE.split(paragraph)
    while others and (first.count("**") % 2 or _count(first, others[0]) <= words):
        first = f"{first} {others.pop(0)}"
    return " ".join([first, *(one for one in others if RULE.fullmatch(one))])


def text(source):
    """Return paragraphs as a part."""
    return Part("text", new_markdown_cell(source), text_height(source, WIDTH))


def code(source, kind="code", largest=LARGEST):
    """Return code as a part, in the largest type in which its lines and their number fit."""
    rows = source.split("\n")
    size = min(largest, _size(max(map(len, rows)), len(rows)))
    frame = FRAME + (LABEL if kind == "live" else 0)
    return Part(kind, new_code_cell(source), len(rows) * size * LINE + frame, size)


def result(cell):
    """Return what a cell shows as a part, None where it shows nothing."""
    if not cell.outputs:
        return None
    shown = new_code_cell(outputs=cell.outputs, metadata={"transient": {"remove_source": True}})
    data = [one.get("data", {}) for one in cell.outputs]
    for png in (one["image/png"] for one in data if "image/png" in one):
        width, height = struct.unpack(">II", base64.b64decode(png[:64])[16:24])
        least = min(max(HALF * height, LOWEST), WIDTH * height / width, ROOM)
        return Part("figure", shown, least, ratio=width / height)
    rows = "\n".join(_plain(one) for one in cell.outputs).split("\n")
    for html in (one["text/html"] for one in data if "text/html" in one):
        return _table(shown, rows, html.partition("</tr>")[0].count("<t") - 2)
    columns = max(map(len, rows))
    size = _size(columns, len(rows))
    wrapped = sum(math.ceil(len(row) * LETTER * size / WIDTH) or 1 for row in rows)
    return Part("result", shown, wrapped * size * LINE, size, width=columns * LETTER * size)


def _table(shown, rows, across):
    """Return a table, given as text, too, as a part; `across` of its cells stand in a line."""
    letters = max(map(len, rows)) - 2 * across
    for size in TABLES:
        width = letters * size / 2 + across * COLUMNS
        # What is too wide is wrapped, and never filled evenly.
        lines = math.ceil(1.2 * width / WIDTH) if width > WIDTH else 1
        height = len(rows) * (lines * size * LINE + 5)
        if height <= ROOM and lines < 3:
            break
    return Part("result", shown, height, size, width=width)


def under(figure, code):
    """Return a figure that may be as small as what its code leaves of a slide."""
    return replace(figure, height=min(figure.height, ROOM - code.height - GAP))


def larger(found):
    """Return what a cell shows as a part for a slide without code, read from further off."""
    grown = replace(found, size=ALONE, height=found.height * ALONE / LARGEST)
    grown = replace(grown, width=found.width * ALONE / LARGEST)
    is_small = found.size == LARGEST and found.height <= ROOM / 2 and grown.width <= WIDTH
    return grown if is_small else found


def fits(shown):
    """Return whether parts fit below each other under the heading."""
    return sum(part.height + GAP for part in shown) - GAP <= ROOM


def fits_large(shown):
    """Return whether texts that have a slide to themselves fit in its larger letters."""
    heights = [text_height(part.cell.source, WIDTH, LARGE) + GAP for part in shown]
    return sum(heights) - GAP <= 0.9 * ROOM


def fits_in_a_row(before, found, words):
    """Return whether a table fits with the words to its right."""
    left = WIDTH - found.width - GUTTER
    if left < COLUMN:
        return False
    height = max(found.height, text_height(words.cell.source, left))
    return sum(part.height + GAP for part in before) + height <= ROOM


def fits_beside(figure, words, code=None):
    """Return whether a figure is large enough with its words to the left, under its code."""
    room = ROOM - (code.height + GAP if code else 0)
    height = min(room, (WIDTH - COLUMN - GAP) / figure.ratio)
    return height >= figure.height and text_height(words.cell.source, COLUMN) <= room


def is_larger_beside(figure, words):
    """Return whether a figure comes out larger with its words to the left than above them."""
    above = min(ROOM - words.height - GAP, WIDTH / figure.ratio)
    beside = min(ROOM, (WIDTH - COLUMN - GAP) / figure.ratio)
    return beside > 1.1 * above and fits_beside(figure, words)


def text_height(source, width, letters=TEXT):
    """Return the height of paragraphs in lines so wide."""
    line, letter = letters
    height = 0
    for block in re.split(r"\n{2,}", source):
        if block.startswith("$$"):
            height += FORMULA * line / TEXT[0]
        else:
            inner = width - line * bool(re.match(ITEM, block))
            rows = [math.ceil(len(_bare(row)) * letter / inner) for row in block.split("\n")]
            height += sum(rows) * line + (len(rows) - 1) * ITEMS
        height += GAP
    return height - GAP


def _short_list(head, listed, words):
    """Return words and their list, of each item the first sentence where all are too many."""
    # What a list is announced for is wanted whole.
    if _count(head, listed) > (2 if head else 1.5) * words:
        items = [re.fullmatch(rf"(\s*{ITEM}|)(.*)", one).groups() for one in listed.split("\n")]
        listed = "\n".join(mark + SENTENCE.split(item)[0] for mark, item in items)
    return "\n\n".join([*([opening(head.strip(), words)] if head else []), listed])


def _count(*texts):
    return sum(len(one.split()) for one in texts)


def _bare(row):
    """Return a line of Markdown about as long as it is read."""
    row = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", row)
    return re.sub(r"\\[a-z]+|[*`$]", "", row)


def _plain(one):
    return str(one.get("text") or one.get("data", {}).get("text/plain", "")).rstrip("\n")


def _size(columns, rows):
    """Return the size of the type in which so many letters and lines fit, in whole pixels."""
    wide = WIDTH / (LETTER * max(columns, 1))
    tall = (ROOM - FRAME) / (LINE * rows)
    return int(max(SMALLEST, min(LARGEST, wide, tall)))
