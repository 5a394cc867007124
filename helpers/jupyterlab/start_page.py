"""The page in a zip for a class that says how to start."""

NAME = "START.md"
PAGE = """# Attention by hand: how to start

In this folder is a series of notebooks. You'll take attention apart, compute every piece by hand,
and write some of the pieces yourself.

Put the folder somewhere it can stay, and open a terminal in it. On Linux and macOS, one command
installs and opens everything:

```
make lab
```

[INSTALL.md](INSTALL.md) has the commands for Windows and conda, says what gets downloaded, and
helps if something fails. If it doesn't, show your teacher the last lines in the terminal.

JupyterLab opens in your browser, at the first notebook, *{first}*. Run its cells from the top with
Shift+Enter.
{part}
In an exercise, write your answer in place of the three dots and run the cell. Then run the cell
below it: it says what's right, or what to think about. Try as often as you like.

Your copies of the notebooks are in the folder `work`. To hand one in, save it and send
that file.

If your teacher gives you a newer version, unzip it somewhere else, move your folder `work` into it,
and run the same command there. Your answers are carried over into the new notebooks: INSTALL.md,
under *Update*, says how, and CHANGELOG.md what's new in each.
"""

PART = """
You have part of the series. Each notebook runs without the others, and where it mentions one that
isn't in this folder, it says so. You have:

{titles}
"""


def page(names, whole=True):
    """Return the page as Markdown.

    names : of the notebooks that lie beside the page    whole : whether they are the whole series
    """
    titles = "\n".join(f"- {_title(name)}" for name in sorted(names))
    part = "" if whole else PART.format(titles=titles)
    return PAGE.format(first=_title(min(names)), part=part)


def _title(name):
    """Return 02 Score with dot products for 02_score_with_dot_products.ipynb."""
    number, _, words = name.removesuffix(".ipynb").partition("_")
    return f"{number} {words.replace('_', ' ').capitalize()}"
