"""A question with choices in JupyterLab: answered by mouse, by keys alone, and after the kernel."""

import pytest
from lab_server import until

from browser import explorer_page, notebook_page
from browser.notebook_page import EXPLORERS

# In a file of its own: what the cell says is on the page, too.
MODULE = """
from helpers.checks.kinds.question import Option, Question

ask = Question(
    "browser_weight_of_zero",
    "A score is 0. Which weight does `softmax` give its word?",
    (
        Option("none at all", "No power of `e` is 0: even a score of -100 leaves a little."),
        Option("a little", "Yes: the power of 0 is 1, and 1 of the sum is a little.", right=True),
        Option("as much as the others", "That would ask for equal scores: " + 30 * "all alike, "),
    ),
)
"""
SOURCE = "from asked import ask\nshown, explorer = ask(), ask()\ndisplay(shown)"
QUESTION = ".abh-stage:has(> .abh-choices)"
# Words that occur in one reason each, and in nothing else on the page.
REASONS = ("No power of", "Yes: the power", "That would ask")
VERDICTS = ("(a) ✗ Not yet.", "(b) ✓ Correct.", "(c) ✗ Not yet.")
# All that was drawn, and what a reader sees of it.
SEEN = """root => ({
    chosen: [...root.querySelectorAll("input")].findIndex(radio => radio.checked),
    ready: !root.querySelector("button").disabled,
    said: [...root.querySelectorAll(".abh-reply p")].filter(one => one.checkVisibility())
        .map(one => one.textContent),
})"""
HELD = {"chosen": "-1 if shown.chosen is None else shown.chosen"}
SLOW = """import time
asked = shown._choices
hand, asked.handler = asked.handler, lambda report: (time.sleep(1), hand(report))"""
ACTIVE = """() => [...document.querySelectorAll(".jp-Notebook .jp-Cell")]
    .map(cell => cell.classList.contains("jp-mod-active"))"""


class Asked:
    """The first of two questions on a page, and the kernel behind it."""

    def __init__(self, stage):
        self.stage, self.page, self.ask = stage, stage.page, stage.ask
        self.heard, self.received = stage.heard, stage.received
        self.root = self.page.locator(QUESTION).first
        self.button = self.root.get_by_role("button", name="answer", exact=True)

    def runs(self):
        """Run the cell again and wait for a question that nobody has answered."""
        self.stage.runs_again(QUESTION)
        until(lambda: self.page.locator(QUESTION).count() == 2, "two questions")
        self.sees(-1, None)

    def radio(self, place):
        """Return the radio input of an option."""
        return self.root.get_by_role("radio").nth(place)

    def picks(self, place):
        """Choose an option by its words, as a mouse does."""
        self.root.locator("label").nth(place).click(position={"x": 60, "y": 12})

    def sees(self, chosen, answered):
        """Wait until the page shows which option is chosen, and what is said of which answer."""
        seen = {}

        def agrees():
            seen.update(self.root.evaluate(SEEN))
            if (seen["chosen"], seen["ready"]) != (chosen, chosen >= 0):
                return False
            if answered is None:
                return seen["said"] == []
            verdict, reason = (*seen["said"], "", "")[:2]
            return verdict == VERDICTS[answered] and reason.startswith(REASONS[answered])

        try:
            until(agrees, "what is seen", seconds=10)
        except AssertionError:
            raise AssertionError((chosen, answered, seen)) from None

    def rests(self):
        """Wait until the kernel has done with every report."""
        until(lambda: not self.stage.unanswered, "the kernel's answers")


def restart(page):
    """Restart the kernel by the menu."""
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.locator(".lm-Menu-itemLabel").get_by_text("Restart Kernel…", exact=True).click()
    page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()


@pytest.fixture(scope="module")
def opened(stage):
    (stage.server.work / "asked.py").write_text(MODULE, encoding="utf-8")
    stage.runs(SOURCE, QUESTION)
    return Asked(stage)


@pytest.fixture
def asked(opened):
    opened.runs()
    yield opened
    assert opened.heard == []
    assert opened.page.locator(notebook_page.WRONG).count() == 0


def test_a_mouse_chooses_freely_and_the_button_answers(asked):
    assert asked.root.get_by_role("group", name="A score is 0.").count() == 1
    for place in (2, 0, 1, 0):
        asked.picks(place)
        asked.sees(place, None)
    said = None
    for count, place in enumerate((0, 1, 2, 0, 0, 1)):
        asked.picks(place)
        asked.sees(place, said)  # the last answer stands, by its letter
        asked.button.click()
        asked.sees(place, said := place)
        assert asked.ask(HELD) == {"chosen": place}, count
    other = asked.page.locator(QUESTION).nth(1)
    assert other.evaluate(SEEN) == {"chosen": -1, "ready": False, "said": []}
    other.get_by_role("radio").first.click()
    asked.sees(1, 1)
    right = {"solved": "progress.read()[ask.name].solved is not None"}
    assert asked.ask(right, "from helpers.learner import progress")["solved"]


def test_keys_alone_choose_and_answer_and_jupyterlab_takes_none(asked):
    before, count = asked.page.evaluate(ACTIVE), asked.page.locator(".jp-Notebook .jp-Cell").count()
    press = asked.page.keyboard.press
    asked.page.keyboard.press("Escape")
    explorer_page.tab_to(asked.page, f"{QUESTION} input")
    press("Enter")
    asked.sees(0, None)
    for key, place in (("Down", 1), ("Down", 2), ("Down", 0), ("Up", 2), ("Right", 0), ("Left", 2)):
        press(f"Arrow{key}")
        asked.sees(place, None)
    for key in "bax":  # JupyterLab's keys for cells
        press(key)
    press("Tab")
    press("Enter")
    asked.sees(2, 2)
    press("Shift+Tab")
    press("ArrowUp")
    asked.sees(1, 2)
    press("Space")
    press("Tab")
    press("Space")
    asked.sees(1, 1)
    assert asked.button.evaluate("button => button === document.activeElement")
    assert asked.page.evaluate(ACTIVE) == before
    assert asked.page.locator(".jp-Notebook .jp-Cell").count() == count


def test_space_chooses_the_first_option_that_tab_reaches(asked):
    asked.page.keyboard.press("Escape")
    explorer_page.tab_to(asked.page, f"{QUESTION} input")
    asked.sees(-1, None)
    asked.page.keyboard.press("Space")
    asked.sees(0, None)


def test_no_reason_reaches_the_page_before_it_is_asked_for(asked):
    def received(place):
        return any(REASONS[place].encode() in frame for frame in asked.received)

    asked.received.clear()
    asked.runs()
    asked.picks(2)
    asked.rests()
    assert asked.received
    assert [received(place) for place in range(3)] == [False, False, False]
    asked.button.click()
    asked.sees(2, 2)
    assert [received(place) for place in range(3)] == [False, False, True]
    asked.picks(1)
    asked.button.click()
    asked.sees(1, 1)
    assert [received(place) for place in range(3)] == [False, True, True]


def test_what_is_said_is_a_polite_region_that_was_there_before(asked):
    region = asked.root.get_by_role("status")
    assert region.get_attribute("aria-live") == "polite"
    region.evaluate("one => (one.kept = true)")
    asked.picks(0)
    asked.button.click()
    asked.sees(0, 0)
    assert region.evaluate("one => one.kept")
    assert region.locator("code").all_inner_texts() == ["e"]


def test_code_answers_and_the_page_follows(asked):
    asked.picks(0)
    for place in (1, 0, 2, 1):
        asked.ask({}, f"shown.choose({place})")
        asked.sees(place, place)
    asked.picks(0)
    asked.button.click()
    asked.sees(0, 0)


def test_a_choice_made_while_python_thinks_is_kept(asked):
    asked.ask({}, SLOW)
    for answered, on in ((0, 1), (1, 2), (2, 0)):
        asked.picks(answered)
        asked.button.click()
        asked.picks(on)
        asked.sees(on, answered)


def test_a_restarted_kernel_is_said_and_the_last_answer_stays_true(asked, server):
    asked.picks(0)
    asked.button.click()
    asked.sees(0, 0)
    asked.picks(1)
    restart(asked.page)
    line = asked.root.locator(".abh-silence")
    line.wait_for()
    assert "all the cells above" in line.inner_text()
    asked.button.click(force=True)
    asked.root.locator("label").nth(2).click(force=True)
    asked.sees(1, 0)
    notebook_page.wait_until_ready(asked.page, server, EXPLORERS)
    asked.runs()
    assert asked.root.locator(".abh-silence").count() == 0
    asked.picks(1)
    asked.button.click()
    asked.sees(1, 1)
    assert asked.ask(HELD) == {"chosen": 1}


@pytest.mark.slow
def test_axe_finds_nothing_wrong_in_any_theme_and_nothing_is_cut(asked):
    found = {}
    for theme in explorer_page.THEMES:
        explorer_page.choose_theme(asked.page, theme)
        asked.runs()
        found[theme, "at first"] = explorer_page.violations(asked.page, QUESTION)
        for place in (0, 1, 2):
            asked.picks(place)
            asked.button.click()
            asked.sees(place, place)
            found[theme, place] = explorer_page.violations(asked.page, QUESTION)
    with explorer_page.window(asked.page):
        until(lambda: 400 < asked.root.bounding_box()["width"] < 600, "the narrow page")
        found["600"] = asked.root.evaluate(explorer_page.CUT)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_saved_notebook_holds_the_question_in_words_alone(asked, server):
    asked.picks(1)
    asked.button.click()
    asked.sees(1, 1)
    saved = notebook_page.saved(asked.page, server, EXPLORERS)
    outputs = saved["cells"][0]["outputs"]
    assert [sorted(output["data"]) for output in outputs] == [["text/plain"]] * 2
    (words,) = {"".join(output["data"]["text/plain"]) for output in outputs}
    assert words.splitlines()[1:] == [
        "(a) none at all",
        "(b) a little",
        "(c) as much as the others",
        "Run the cell to answer.",
    ]
