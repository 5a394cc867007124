"""What a stage is made of: boxes, and the few controls that stand beside the views."""

from typing import ClassVar

from helpers.views.reports import Place, Plain, Shape, read


class Part:
    """A part of a stage, a box with others in it: what the page shows of it, and what it reports.

    children : the parts within, from the top or from the left
    hidden   : whether it takes no place; what is hidden is sent once it is seen
    number   : by which the page knows it; None before the stage has told of it
    classes  : names of its look, as `view.css` has them
    reports  : the shapes of what it may report    shows : names of what its scene holds
    """

    kind = "vbox"
    reports: ClassVar[tuple] = ()
    shows: ClassVar[tuple] = ()
    css = ""  # beside that of all views
    hidden = False
    label = ""
    number = None

    def __init__(self, children=(), *classes):
        self.children, self.classes = [*children], {*classes}

    @property
    def scene(self):
        """What it draws, by name."""
        return {name: getattr(self, name) for name in self.shows}

    def mark(self, name, on=True):
        """Give it a class, or take it away."""
        (self.classes.add if on else self.classes.discard)(name)

    def every(self):
        """Yield this part and all within it."""
        yield self
        for child in self.children:
            yield from child.every()

    def seen(self):
        """Return this part and all within it, but nothing that's hidden or in what is."""
        found = [] if self.hidden else [self]
        for part in found:  # which grows meanwhile
            found += [child for child in part.children if not child.hidden]
        return found

    def shown(self, before):
        """Return what the page shows of it, by name; what is hidden is otherwise as before."""
        if self.hidden:
            return {"kind": self.kind, "children": [], **before, "hidden": True}
        return {
            "kind": self.kind,
            "hidden": False,
            "classes": " ".join(sorted(self.classes)),
            "label": self.label,
            "scene": self.scene,
            "children": [child.number for child in self.children],
        }

    def receive(self, raw):
        """Pass on what the page reports, if it has one of the shapes."""
        if (report := read(raw, self.reports, self.scene)) is not None:
            self.hear(report)

    def hear(self, report):
        """Do what a report asks for."""


class VBox(Part):
    """Parts below one another."""


class HBox(Part):
    """Parts beside one another."""

    kind = "hbox"


class Note(Part):
    """Words that only Python changes, as HTML."""

    kind, shows = "note", ("html",)

    def __init__(self, html="", *classes):
        super().__init__((), *classes)
        self.html = html


class Button(Part):
    """A button; `act` is called without arguments when it is pressed.

    text : what stands on it    does : what it does, said where the pointer rests
    """

    kind, shows = "button", ("text", "does", "disabled")
    reports = (Shape("press"),)
    disabled = False

    def __init__(self, text="", act=None, does=""):
        super().__init__()
        self.text, self.does, self._act = text, does, act

    def hear(self, _report):
        """Do what the button does."""
        self.press()

    def press(self):
        """Press it, unless it is disabled."""
        if not self.disabled:
            self._act()


class Toggle(Button):
    """A button that is on or off; `act` is called with which when it is pressed."""

    kind, shows = "toggle", (*Button.shows, "on")
    reports = (Shape("press", on=Plain(bool)),)

    def __init__(self, text="", act=None, does="", on=False):
        super().__init__(text, act, does)
        self.on = on

    def hear(self, report):
        """Turn it to what the page shows already."""
        self.press(report.on)

    def press(self, on=None):
        """Turn it on or off, or to the other of the two, unless it is disabled."""
        if not self.disabled:
            self.on = (not self.on) if on is None else on
            self._act(self.on)


class Again(Button):
    """A button that acts again and again, as often as the page has shown what came of it.

    stop : what stands on it meanwhile; to press it, or anything else, ends it, as `disabled` does
    """

    kind, shows = "again", (*Button.shows, "stop")

    def __init__(self, text, stop, act, does=""):
        super().__init__(text, act, does)
        self.stop = stop


class Tick(Toggle):
    """A box to tick."""

    kind = "tick"


class Menu(Part):
    """A list to choose from; `act` is called with what is chosen.

    options : names to what they stand for    chosen : what the one that is shown stands for
    """

    kind, shows = "menu", ("label", "names", "place", "does", "disabled")
    reports = (Shape("choose", place=Place("names")),)
    disabled = False

    def __init__(self, label, options, act, does=""):
        super().__init__()
        self.label, self.options, self._act, self.does = label, dict(options), act, does
        self.chosen = next(iter(self.options.values()), None)

    names = property(lambda self: list(self.options))

    @property
    def place(self):
        """The place of what is chosen, -1 where it is none of the options."""
        values = list(self.options.values())
        return values.index(self.chosen) if self.chosen in values else -1

    def hear(self, report):
        """Choose what stands at a place."""
        self.choose(list(self.options.values())[report.place])

    def choose(self, chosen):
        """Choose what an option stands for."""
        self.chosen = chosen
        self._act(chosen)


class Field(Part):
    """A line of text; `act` is called with it once it has been typed."""

    kind, shows = "field", ("label", "text")
    reports = (Shape("type", text=Plain(str)),)

    def __init__(self, label, act):
        super().__init__()
        self.label, self.text, self._act = label, "", act

    def hear(self, report):
        """Take what was typed."""
        self.type(report.text)

    def type(self, text):
        """Type a text."""
        self.text = text
        self._act(text)


class Choice(HBox):
    """Names to choose one of, a toggle each; `act` is called with the name.

    chosen : the name that is on
    """

    def __init__(self, names, chosen, act):
        self.buttons = {
            name: Toggle(name, lambda _on, name=name: self.choose(name)) for name in names
        }
        super().__init__(self.buttons.values(), "abh-wraps")
        self._act, self.chosen = act, chosen

    @property
    def chosen(self):
        """The name that is on."""
        return self._chosen

    @chosen.setter
    def chosen(self, name):
        self._chosen = name
        for each, button in self.buttons.items():
            button.on = each == name

    def choose(self, name):
        """Choose a name; the one that is on stays on."""
        before, self.chosen = self.chosen, name
        if name != before:
            self._act(name)

    def refuse(self, name, reason):
        """Disable a name and say why where the pointer rests on it; without a reason, enable it."""
        self.buttons[name].disabled = bool(reason)
        self.buttons[name].does = reason
