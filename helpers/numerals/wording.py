"""Numbers and sentences as the pictures and their alt texts say them."""

import math
import re
import textwrap

SURE = 10  # decimals, or significant digits, that no machine's rounding noise reaches
MANY = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion")
STORED = (" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB")
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_LINES, LONGEST_LINE = 12, 100
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
RIGHT_TO_LEFT = re.compile(f"(?<!\u2068)(?<!{_LETTER}){_LETTER}+(?:[ '’-]+{_LETTER}+)*")


def isolated(text):
    """Return a text in which words from right to left leave what stands beside them in its place.

    Unicode's marks for it (FSI and PDI) are put around each run of such letters; they're not seen.
    """
    return RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", text)


def number(value, decimals=2):
    """Return a number rounded for reading: no minus before zero, `inf` and `nan` by name."""
    value = float(value)
    if not math.isfinite(value):
        return str(value)
    if abs(value) >= 1e6:
        return f"{value:.3g}"
    text = f"{round(value, SURE):.{decimals}f}"  # 1.495 with noise must not round both ways
    return text.lstrip("-") if float(text) == 0 else text


def drawn(value, decimals=2):
    """Return the number as a picture writes it, with a true minus sign."""
    return number(value, decimals).replace("-", "−")


def typed(value, digits=6):
    """Return a number as a field shows it, with as few digits as it needs, `digits` at most."""
    return f"{value:.{digits}g}".replace("-", "−")


def raised(text):
    """Return a number that Python has written, its power of 10 as in `3.0 × 10⁻⁴`."""
    mantissa, _, exponent = text.partition("e")
    tens = f" × 10{str(int(exponent)).translate(RAISED)}" if exponent else ""
    return mantissa.replace("-", "−") + tens


def percent(share, decimals):
    """Return a share in hundredths, where some is never called none, nor nearly all called all."""
    least = 10.0**-decimals
    if 0 < 100 * share <= least / 2:
        return f"under {least:.{decimals}f}%"
    if 0 < 100 * (1 - share) <= least / 2:
        return f"over {100 - least:.{decimals}f}%"
    return f"{float(100 * share):.{decimals}f}%"


def brief_percent(share, decimals):
    """Return `percent` where there's little room: `<0.1` and `>99.9` without the sign."""
    text = percent(share, decimals).replace("under ", "<").replace("over ", ">")
    return text.rstrip("%") if text[0] in "<>" else text


def digits(value):
    """Return a number with three significant digits, or whole as it is, up to five of them."""
    value = float(f"{float(value):.{SURE}g}") + 0.0
    whole = abs(value) < 1e5 and value.is_integer()
    return f"{value:.0f}" if whole else f"{value:.3g}"


def many(count):
    """Return a count from 0 to 10^20 in words: `2.42 billion`; three digits where it is longer."""
    return _in_steps(count, 1000, MANY)


def stored(count):
    """Return a number of bytes, 0 or more, in powers of 1024: `24 MiB`; three digits if longer."""
    return _in_steps(count, 1024, STORED)


def _in_steps(count, step, names):
    """Return a count in the largest unit that it fills, each `step` times the one before."""
    place = 0
    while place < len(names) - 1 and round(count / step**place, 2) >= step:
        place += 1
    amount = count / step**place
    decimals = 0 if amount == int(amount) else max(0, 2 - math.floor(math.log10(max(amount, 1))))
    return f"{amount:.{decimals}f}{names[place]}"


def largest(values):
    """Return the places of values (n,), the largest first; of equals, noise apart, the first."""
    return sorted(range(len(values)), key=lambda place: -round(float(values[place]), SURE))


def power(value, ends=()):
    """Return a number of a logarithmic axis: plain where all between its ends are near 1."""
    exponent = math.log10(value)
    if all(1e-4 < each < 1e5 for each in (value, *ends)) or abs(exponent - round(exponent)) > 1e-9:
        return f"{value:g}"
    return "10" + str(round(exponent)).translate(RAISED)


def drawn_point(vector, decimals=2):
    """Return a vector as a picture writes it, with true minus signs."""
    return point(vector, decimals).replace("-", "−")


def point(vector, decimals=2):
    """Return a vector as `(1.00, 0.50)`; one of more than 8 entries loses its middle."""
    entries = [number(entry, decimals) for entry in vector]
    if len(entries) > 8:
        entries = [*entries[:6], "…", entries[-1]]
    return f"({', '.join(entries)})"


def pairs(labels, numbers, decimals=2):
    """Return `Smart 0.11, robots 0.20`."""
    return ", ".join(
        f"{label} {number(entry, decimals)}" for label, entry in zip(labels, numbers, strict=True)
    )


def count(amount, noun):
    """Return `1 point`, `2 points`, `2 queries`."""
    if amount == 1:
        return f"1 {noun}"
    return f"{amount} {noun[:-1]}ies" if noun.endswith("y") else f"{amount} {noun}s"


def alt(*lines):
    """Join lines into an alt text of at most 12 lines of at most 100 characters."""
    folded = [part for line in lines if line for part in _fold(line)]
    if len(folded) > MOST_LINES:
        folded = [*folded[: MOST_LINES - 1], "…"]
    return "\n".join(folded)


def _fold(line):
    """Break a long line between its items, never inside one like `tasks (0.00, 2.00)`."""
    whole = re.sub(r"\([^()]*\)", lambda inside: inside[0].replace(" ", "\0"), line)
    whole = re.sub(r" (?=\(|-?\d)", "\0", whole)
    folded = textwrap.wrap(whole, LONGEST_LINE, break_on_hyphens=False)
    return [part.replace("\0", " ") for part in folded]


def fits(*lines):
    """Return whether the lines are an alt text as they stand."""
    return len(lines) <= MOST_LINES and all(len(line) <= LONGEST_LINE for line in lines)
