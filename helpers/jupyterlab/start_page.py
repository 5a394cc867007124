"""The page in a zip for a class that says how to start."""

import re

NAME = "START.md"
# What the README says of the first run is said there alone.
FETCHED = re.compile(r"\*\*What is fetched:\*\*.*?(?=\n\n)", re.DOTALL)
PAGE = """# Attention by hand: how to start

You have a folder with a series of notebooks. In them you take attention to pieces, compute each
piece by hand, and write some of the pieces yourself. Unzip it to a place where it can stay, open a
terminal in the folder that holds this page, and take the way that suits you: make or conda.

## With make

You need Python 3.11 to 3.14, and `make`. Linux mostly has both; on macOS, `xcode-select --install`
brings `make`. Where `python3` is another version, name one: `make lab BASE_PYTHON=python3.13`.

```
make lab
```

{fetched}

## With conda, also on Windows

You need conda, from Miniforge, Miniconda or Anaconda. On Windows, open its prompt from the start
menu. It fetches what computes without a GPU, on every system.

```
conda env create --file environment.yml
conda activate attention-by-hand
python -m helpers.jupyterlab
```

The next time, the last two lines are enough.

## Windows, neither make nor conda

Python comes with a launcher, `py`; `py --list` shows which versions you have. Take one of 3.11 to
3.14. The same as `make lab` does, in three lines:

```
py -3.13 -m venv .venv
.venv\\Scripts\\python -m pip install --constraint constraints.txt --editable .
.venv\\Scripts\\python -m helpers.jupyterlab
```

## Then

JupyterLab opens in your browser, at the first notebook, *{first}*. Run its cells from above
with Shift+Enter. No GPU is needed: each notebook computes on an ordinary laptop.
{part}
In an exercise you write in the place of the three dots, run that cell, then the cell below it that
checks. It says what is right, or what to think about. Try as often as you like.

## Where your work is kept

- Your notebooks are copies, in `work/`. Save them there as usual; the originals in `notebooks/`
  stay as they are. To begin one again, delete or rename your copy, and start as above: a fresh one
  is made.
- Which exercises you have solved is kept in one small file among your own user data. To keep it
  elsewhere, set `ATTENTION_BY_HAND_PROGRESS` to the path of a file.
- Nothing leaves your machine.
- To end, save, then press Ctrl+C twice in the terminal.

## When something fails

- **`make` or `python3` is not found**: take the way with conda.
- **`ensurepip is not available`**: on Debian and Ubuntu, `apt-get install python3-venv`.
- **The installation broke off**: delete the folder `.venv`, see that you are connected, and start
  again.
- **pip ends with `ResolutionImpossible`, or with a page of errors**: mostly the Python is none of
  3.11 to 3.14. Delete `.venv` and begin with another.
- **`No module named 'helpers'`**: the folder has been moved or copied. Start as before: `make lab`
  installs it again, and the other ways print the command that does.
- **No browser opens**: the terminal shows an address that begins with `http://localhost`. Open it.
- **A port is taken**: `make lab ARGS="--port 9999"`, or `python -m helpers.jupyterlab --port 9999`.
- **A cell does not end**: the menu *Kernel*, *Interrupt Kernel*. If all seems stuck, *Restart
  Kernel*, and run the cells from above.
- **Something else**: show your teacher the last lines in the terminal.
"""

PART = """
You have a part of the series. Each notebook runs without the others; where it names one that is
not in this folder, it says so. You have:

{titles}
"""


def page(readme, names, whole=True):
    """Return the page as Markdown, with what the series' README says of the first run.

    names : of the notebooks that lie beside the page    whole : whether they are the whole series

    ValueError: the README has no such paragraph.
    """
    found = FETCHED.search(readme)
    if not found:
        raise ValueError("README.md: expected a paragraph **What is fetched:**, found none")
    titles = "\n".join(f"- {_title(name)}" for name in sorted(names))
    part = "" if whole else PART.format(titles=titles)
    return PAGE.format(fetched=found[0], first=_title(min(names)), part=part)


def _title(name):
    """Return 02 Score with dot products for 02_score_with_dot_products.ipynb."""
    number, _, words = name.removesuffix(".ipynb").partition("_")
    return f"{number} {words.replace('_', ' ').capitalize()}"
