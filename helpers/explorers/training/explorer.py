"""A training that you drag through, along its losses, and see where a word looks at each step."""

from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.training import picture, scenes, state, words
from helpers.explorers.training.state import FEWEST, GIVEN, LAYERS, MOST, PARTS, SAID
from helpers.learner.parse import names
from helpers.views.arcs import Arcs
from helpers.views.curve import Curve
from helpers.views.parts import Choice, HBox, VBox
from helpers.views.slider import Slider

SECONDS = 8  # that the whole training plays
CROWDED = 12  # words, past which the cells are small


class TrainingExplorer(Explorer):
    """The attention of a model at each recorded step of its training, beside the loss.

    losses  : (T,), one per step
    weights : (k, n, n) or (k, layers, n, n), of one sentence, recorded at `steps` (k,)
    tokens  : its n words, 2 to 24
    query   : the place of the word whose row is in focus; left out, the last
    answer  : the place that should get the weight of the query in the last layer, or None
    step    : the recorded step that is shown    layer : the place of the layer
    said    : in the examples, what "it" was: "warm", "hungry" or "raining"

    Without a training of yours it makes two that point at what "it" means, when first asked for.
    What cannot be used leaves all as it is, and `message` says why.
    """

    words, also, questions = words, ("trained",), ("query", "answer", "step", "layer", "said")
    ends_guess = ("query", "tokens", "layer", "losses", "weights", "said")

    losses = Part(state.read_losses)
    weights = Part(state.read_weights)
    steps = Part(state.read_steps)
    tokens = Part(lambda words: names(words, "A token", FEWEST, MOST))
    query = Part(lambda place: state.read_whole(place, "The query"))
    answer = Part(lambda place: state.read_whole(-1 if place is None else place, "The answer"))
    step = Part(lambda step: state.read_whole(step, "The step"))
    layer = Part(lambda place: state.read_whole(place, "The layer"))
    said = Part()

    def __init__(self, losses=None, weights=None, steps=None, tokens=None, **traits):
        found = state.examples()
        mine = zip(GIVEN, (losses, weights, steps, tokens), strict=True)
        mine = {name: part for name, part in mine if part is not None}
        try:
            if mine:
                self._read(mine)
                found = {state.OWN: mine, **found}
        except ValueError as error:
            traits["message"] = f"{error} Until then it shows a training run of its own."
        self._make_views()
        first = {name: traits.pop(name) for name in ("query",) if name in traits}  # of the answer
        super().__init__([self._page], found, **first, **traits)
        if state.OWN in found:
            found[state.OWN] = {name: getattr(self, name) for name in PARTS}

    def _make_views(self):
        """Make the curve with its cursor, the slider, the arcs and the map."""
        self.curve = Curve(self._on_curve, label="loss")
        self.share = Curve(self._on_curve, label="weight")
        self.curve.mark("abh-losses")
        self.share.mark("abh-share")
        self.slider = Slider(self._on_slider, label="recorded step")
        self.guess_slider = GuessSlider(self, "your step")
        names = [f"layer {k + 1}" for k in range(LAYERS)]
        self.layers = Choice(names, names[0], lambda name: self.change(layer=names.index(name)))
        self.sentences = Choice(SAID, SAID[0], lambda said: self.change(said=said))
        looks = "what the word in focus attends to"
        self.arcs = Arcs(lambda report: self._follow(report.index), label=looks)
        shown = "weights at this step"
        self.table = ColouredTable(lambda report: self._follow(report.row), label=shown)
        self._chosen = HBox([self.layers, self.sentences], "abh-row")
        self._sides = VBox(), VBox()
        self._page = HBox(self._sides, "abh-pictures")
        self._arrange()

    @property
    def first_guess(self):
        """The step in the middle of the records."""
        return self.steps[len(self.steps) // 2]

    def _next(self, changes, message):
        """Read parts of the state together; those of a training made here come with its name."""
        if "trained" in changes:
            made = state.trained(changes.pop("trained"))
            changes = {**made, "said": SAID[0], **changes}
        anew = bool(set(GIVEN) & changes.keys())
        family = changes.pop("family", {} if anew else self.state and self.state.family)
        said = state.read_said(changes.get("said"), self.said, family)
        if "said" in changes and family:
            changes = {**family[said], **changes}
        return state.moment(**self._parts(changes, anew), family=family, said=said), message

    def _parts(self, changes, anew):
        """Return what a moment is made of: what changes, else what there is.

        anew : whether it is of another training, which begins at its first step and last layer
        """
        parts = {name: changes.get(name, getattr(self, name)) for name in PARTS}
        if anew:
            parts |= {name: changes.get(name) for name in ("step", "layer")}
            outgrown = self.state is None or len(parts["tokens"]) != len(self.tokens)
            parts |= {name: changes.get(name) for name in ("query", "answer") if outgrown}
        keeps_home = self.state is not None and "answer" not in changes
        return {**parts, "home": self.state.home if keeps_home else None}

    def _why_pin_ends(self):
        then = len(self.pin.tokens)
        return "" if then == len(self.tokens) else f"it had {then} words"

    def _on_curve(self, report):
        """Take the recorded step that the cursor has come to, or the guess."""
        step = self.steps[report.place]
        if self.guessing:
            self.on_guess(report, step)
        elif report.kind != "choose":
            self.change(report.resting, step=step)

    def _on_slider(self, report):
        """Take the record that the slider is at; a play passes each many times."""
        step = self.steps[round(report.value)]
        if report.resting or step != self.step:
            self.change(report.resting, step=step)

    def _follow(self, place):
        """Take the word that was chosen as the one whose row is in focus."""
        if 0 <= place < len(self.tokens):  # neither the panel alone nor the pinned row
            self.change(query=place)

    def _arrange(self):
        """Put the arcs under the curve and the map beside; a presentation has room for the arcs."""
        views = self.curve, self.share, self.slider, self.guess_slider
        projector = self.projector
        self._sides[0].children = views if projector else (*views, self.arcs)
        self._sides[1].children = self._chosen, self.arcs if projector else self.table

    def _draw(self, resting):
        """Draw the state; while a guess is made, the cursor is the guess."""
        now, hidden = self.state, self.guessing
        self._arrange()
        pin = None if hidden else self.pin
        guess = self.guess_so_far
        losses = scenes.curve(now, pin, guess, hidden, projector=self.projector)
        self.share.hidden = hidden
        over, under = (losses, {}) if hidden else scenes.share(now, losses)
        self.curve.draw(**over)
        self.share.draw(**under)
        self.arcs.draw(**scenes.arcs(now, pin, hidden))
        self.table.draw(**scenes.table(now, pin, hidden, resting=resting))
        self.root.mark("abh-crowded", len(now.tokens) > CROWDED)
        self._draw_controls(now)

    def _draw_controls(self, now):
        """Draw the slider and what chooses the layer and the sentence, where there are several."""
        self.slider.hidden = self.guessing
        last = len(now.steps) - 1
        self.slider.draw(
            value=now.at, low=0, high=last, step=1, text=f"step {now.step}", play=SECONDS
        )
        scale = {"low": now.steps[0], "high": now.steps[-1], "step": 1, "play": None}
        self.guess_slider.show(lambda step: f"step {step:.10g}", **scale)
        self.layers.hidden = now.layers == 1
        for place, button in enumerate(self.layers.buttons.values()):
            button.hidden = place >= now.layers
        self.layers.chosen = f"layer {now.layer + 1}"
        self.sentences.hidden = not now.family
        self.sentences.chosen = self.said or SAID[0]

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"row": self.state.row(self.query)}

    def picture(self):
        """Return the losses with the step marked; a guess leaves out where the word looks."""
        return picture.picture(self.state, self.guessing)
