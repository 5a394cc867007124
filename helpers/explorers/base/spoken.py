"""What an explorer says of its state, and the goals that were reached."""

from pathlib import Path

from helpers.views.words import Words

EXPLORERS = Path(__file__).parents[1]


def sheet(folder):
    """Return the CSS of an explorer's folder; a stranger's has none."""
    path = EXPLORERS / folder / f"{folder}.css"
    return path.read_text(encoding="utf-8") if path.exists() else ""


class Spoken(Words):
    """An explorer's text, message and code, and its goals, which stay reached once they are."""

    def __init__(self):
        super().__init__()
        self._reached = {}
        self._last_message = ""  # the message that was read out last

    def say(self, explorer, resting):
        """Say all as it is now; at rest read it out, and tick goals off."""
        message = explorer.message
        aloud = resting or bool(message) != bool(self._last_message)
        self._last_message = message if aloud else self._last_message
        if resting and not explorer.guessing:
            self._tick(explorer)
        headline, more, details = explorer.text()
        self.draw(
            headline=headline,
            more=more,
            details=[list(fact) for fact in details],
            message=message,
            code=explorer.code() if explorer.buttons["code"].on else "",
            goals=[self._shown(goal) for goal in explorer.goals],
            aloud=aloud,
            projected=explorer.projector,
        )

    def _tick(self, explorer):
        """Tick off the goals reached now; one that holds at the start has to be lost first."""
        before = explorer.start if explorer.pin is None else explorer.pin
        for goal in explorer.goals:
            if not goal.reached(explorer.state, before):
                explorer.unmet.add(goal.text)
            elif goal.text in explorer.unmet and goal.text not in self._reached:
                self._reached[goal.text] = goal.outcome(explorer.state)

    def _shown(self, goal):
        text = goal.text + self._reached.get(goal.text, "")
        return {"text": text, "done": goal.text in self._reached, "hint": goal.hint}
