"""A question with choices: the reader answers, then reads why that answer is right or is not."""

from dataclasses import dataclass

from helpers.checks.kinds.verdict import MARKS, given
from helpers.views.choices import Choices
from helpers.views.reports import Place
from helpers.views.stage import Stage

FEWEST, MOST = 2, 5
LETTERS = "abcde"
STILL = "Run the cell to answer."  # seen where no kernel runs


@dataclass(frozen=True)
class Option:
    """One possible answer, and the reason that the reader gets for having chosen it."""

    text: str
    reason: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question with two to five options, of which one is right; called, it can be answered.

    name    : what the reader's progress calls it
    asks    : the question; what stands between backquotes, here and in the options, is code
    options : each with a reason, whether it is right or not; ValueError for what is no question
    """

    name: str
    asks: str
    options: tuple[Option, ...]

    def __post_init__(self):
        count, right = len(self.options), sum(option.right for option in self.options)
        if not FEWEST <= count <= MOST:
            raise ValueError(f"{self.name} must have {FEWEST} to {MOST} options; it has {count}")
        if right != 1:
            raise ValueError(f"{self.name} must have one right option; it has {right}")
        texts = [option.text for option in self.options]
        if len(set(texts)) < count:
            raise ValueError(f"{self.name} must have options that differ; it has {texts}")
        for option in self.options:
            if not (option.text.strip() and option.reason.strip()):
                raise ValueError(f"{self.name} must have a text and a reason in every option")

    def __call__(self):
        """Return the question as a view that nobody has answered yet."""
        return Asked(self)

    def __str__(self):
        """Return what a notebook stores: always the same, whatever was answered."""
        return "\n".join([self.asks, *self.lines(), STILL])

    def answer(self, index):
        """Return the verdict on the option at this place, from 0, and keep it as an attempt.

        ValueError if there is no such option.
        """
        if not Place("options").allows(index, vars(self)):
            last = len(self.options) - 1
            raise ValueError(f"an answer to {self.name} is a place from 0 to {last}; got {index!r}")
        return given(self.name, self.options[index].right, self.options[index].reason)

    def lines(self):
        """Return the text of each option after its letter."""
        return [f"({a}) {one.text}" for a, one in zip(LETTERS, self.options, strict=False)]


class Asked(Stage):
    """A question on the page, answered by hand or by `choose`; the page learns no reason before.

    chosen  : the place of the option that was answered last, None before
    verdict : the verdict on it, None before
    """

    def __init__(self, question):
        self._choices = Choices(lambda report: self.choose(report.index), label=question.name)
        self.question, self.chosen, self.verdict = question, None, None
        self._show()
        super().__init__(self._choices)

    @property
    def reason(self):
        """Return why the answer is right or is not, "" before there is one."""
        return self.verdict.words if self.verdict else ""

    def choose(self, index):
        """Answer with the option at this place, from 0; ValueError if there is none.

        An answer that stands already is no other attempt.
        """
        if type(index) is int and index == self.chosen:  # True is no place
            return
        self.verdict, self.chosen = self.question.answer(index), index
        self._show()

    def _show(self):
        """Show the question and, once there is an answer, what is said of it and of no other."""
        verdict = self.verdict
        with self.telling():
            self._choices.draw(
                asks=self.question.asks,
                options=self.question.lines(),
                chosen=self.chosen,
                right=verdict and verdict.correct,
                verdict=f"({LETTERS[self.chosen]}) {MARKS[verdict.state]}" if verdict else "",
                reason=self.reason,
                note=verdict.note if verdict else "",
            )

    def still(self):
        """Return the question in words."""
        return {"text/plain": str(self.question)}, {}
