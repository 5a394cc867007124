"""A small notebook with one exercise of each kind, and the checks that lie beside it."""

from nbformat import v4
from sample_notebook import code, words

EXERCISE_FILE = "03_sample.ipynb"
CHECKS = '''"""The checks of the sample."""

import numpy as np

from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value

shares = Function(
    name="shares",
    expected=lambda counts: counts / counts.sum(),
    shown=(np.array([1.0, 3.0]),),
    draw=lambda rng: (rng.uniform(1, 2, size=5),),
    mistakes=(),
    done="They add up to 1.",
)
third = Value("third", (), (Fault(lambda x: abs(x - 0.25) > 1e-9, "Of what?"),), "A quarter.")
which_is_more = Question(
    "which_is_more", "Which is more?", (Option("1", "No."), Option("3", "Yes.", right=True))
)
'''
FUNCTION = """### Exercise 3.1 · Write it: shares

*5 minutes, ●●○*

Make counts into shares that add up to 1."""
FUNCTION_STUB = '''def shares(counts):
    """Return the share of each count: (n,) -> (n,)."""
    return ...'''
FUNCTION_SOLUTION = """<details><summary>Hint</summary>

What do all counts come to?

</details>

<details><summary>Solution</summary>

```python
def shares(counts):
    return counts / np.sum(counts)
```

</details>"""
VALUE_SOLUTION = """<details><summary>Solution</summary>

One of four is a quarter.

```python
third = float(shares(np.array([1.0, 3.0]))[0])
```

</details>"""
QUESTION_SOLUTION = """<details><summary>Solution</summary>

Three is more.

</details>"""
OPEN_SOLUTION = """<details><summary>Model answer</summary>

Because a whole is one.

</details>"""


def sample_exercises():
    """Return a fresh notebook that keeps every rule about exercises, and has never been run."""
    stub, check, question = ["exercise"], ["check"], ["exercise", "check"]
    cells = [
        words("# 3. Sample\n\n**Time** 5 minutes, plus 14 for the exercises.", "title"),
        code("import numpy as np\n\nimport checks", "imports", None),
        words(FUNCTION, "shares-task", stub),
        code(FUNCTION_STUB, "shares-stub", None, tags=stub),
        code("checks.shares(shares)", "shares-check", None, tags=check),
        words("Watch what your function gives.", "shares-words", stub),
        code("shares(np.array([1.0, 1.0]))", "shares-seen", None, tags=stub),
        words(FUNCTION_SOLUTION, "shares-solution", ["solution"]),
        words("## 3.2 More", "more"),
        words(_task(2, "Find it: a quarter", 2), "third-task", stub),
        code("third = ...", "third-stub", None, tags=stub),
        code("checks.third(third)", "third-check", None, tags=check),
        words(VALUE_SOLUTION, "third-solution", ["solution"]),
        words("On we go.", "on"),
        words(_task(3, "Read the picture: more", 1), "which-task", stub),
        code("np.array([1, 3])", "which-picture", None, tags=stub),
        code("checks.which_is_more()", "which-question", None, tags=question),
        words(QUESTION_SOLUTION, "which-solution", ["solution"]),
        words(_task(4, "Tell it: why one", 6), "open-task", stub),
        words(OPEN_SOLUTION, "open-solution", ["solution"]),
        code("1 / 4", "last", None),
    ]
    return v4.new_notebook(cells=cells)


def _task(number, title, minutes):
    difficulty = f"*{minutes} minute{'s' if minutes > 1 else ''}, ●○○*"
    return f"### Exercise 3.{number} · {title}\n\n{difficulty}\n\nSay it in a number or in words."
