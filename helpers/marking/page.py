"""The page that shows a teacher how a class answered."""

from collections import defaultdict
from html import escape

from helpers.marking import RESULTS

LEGEND = " · ".join(f"{mark} {word}" for mark, word in RESULTS.values())
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
:root { color-scheme: light dark }
.wide { overflow-x: auto }
table { border-collapse: collapse }
th, td { border: 1px solid #8888; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top }
pre { max-width: 100%; overflow-x: auto; white-space: pre-wrap }
"""


def written(answers):
    """Return the page as HTML: who solved what, the commonest mistakes, the answers in words."""
    by_notebook = defaultdict(list)
    for one in answers:
        by_notebook[one.notebook or "Not readable"].append(one)
    parts = [_notebook(name, by_notebook[name]) for name in sorted(by_notebook)]
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<title>Marks</title>\n'
        f"<style>{STYLE}</style>\n<h1>Marks</h1>\n<p>{LEGEND}</p>\n{''.join(parts)}</html>\n"
    )


def _notebook(name, answers):
    checked = [one for one in answers if one.state != "open"]
    spoken = [one for one in answers if one.state == "open"]
    return f"<h2>{escape(name)}</h2>\n{_grid(checked)}{_mistakes(checked)}{_words(spoken)}"


def _grid(answers):
    """Return a table with a row for each learner and a column for each exercise."""
    columns = list(dict.fromkeys(one.exercise for one in answers))
    rows = defaultdict(dict)
    for one in answers:
        rows[one.who][one.exercise] = _folded(one)
    return _table(
        ["", *map(escape, columns)],
        [[escape(who), *(row.get(name, "") for name in columns)] for who, row in rows.items()],
    )


def _folded(one):
    """Return the mark of an answer, which unfolds what the check says and the code."""
    said, answer = f"<p>{escape(one.said)}</p>", f"<pre>{escape(one.answer)}</pre>"
    return f"<details><summary>{RESULTS[one.state][0]}</summary>{said}{answer}</details>"


def _mistakes(answers):
    """Return what the checks say of wrong answers, the commonest first."""
    who = defaultdict(list)
    for one in answers:
        if one.state == "not yet":
            who[one.exercise, one.said].append(one.who)
    rows = [
        [str(len(names)), escape(exercise), escape(said), escape(", ".join(names))]
        for (exercise, said), names in sorted(who.items(), key=lambda pair: -len(pair[1]))
    ]
    heads = ["how many", "exercise", "mistake", "who"]
    return f"<h3>The commonest mistakes</h3>\n{_table(heads, rows)}" if rows else ""


def _words(answers):
    """Return the answers in words, those to one exercise beside each other."""
    by_exercise = defaultdict(list)
    for one in answers:
        by_exercise[one.exercise].append(one)
    return "".join(
        f"<h3>{escape(name)}</h3>\n"
        + _table(
            [escape(one.who) for one in some],
            [[f"<pre>{escape(one.answer)}</pre>" for one in some]],
        )
        for name, some in sorted(by_exercise.items())
    )


def _table(heads, rows):
    """Return a table of cells that are HTML, as wide as it needs to be."""
    head = "".join(f'<th scope="col">{cell}</th>' for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}</table></div>\n'
