"""What a hand does to an explorer and an eye reads from it, without a browser."""

import numpy as np


def report(view, **parts):
    """Report as the browser does."""
    view.receive(parts)


def numbers(buffer, width=None):
    """Return the numbers of a buffer on the wire, in rows where a width is given."""
    found = np.frombuffer(buffer, dtype=float)
    return found if width is None else found.reshape(-1, width)


def dots(explorer):
    """Return the place of each dot of the plane, by its label."""
    scene = explorer.plane.scene["dots"]
    return dict(zip(scene["labels"], numbers(scene["at"], 2), strict=True))


def segments(explorer, *roles):
    """Return the ends of the segments of the plane, (k, 4): all, or those of some roles."""
    scene = explorer.plane.scene["segments"]
    return numbers(scene["ends"], 4)[[not roles or role in roles for role in scene["roles"]]]


def said(explorer):
    """Return the result in words: the headline and more."""
    return " ".join(filter(None, map(explorer.spoken.scene.get, ("headline", "more"))))


def details(explorer):
    """Return the details, by name."""
    return {name: text for name, text, _role in explorer.spoken.scene["details"]}


def done(explorer):
    """Return which goals are ticked off."""
    return [goal["done"] for goal in explorer.spoken.scene["goals"]]


def goal(explorer, start):
    """Return the one goal whose text begins like this."""
    (found,) = [g for g in explorer.spoken.scene["goals"] if g["text"].startswith(start)]
    return found


def told(stage):
    """Return what will hold the messages to the page, each as {part: what of it is new}."""
    messages = []

    def send(content, _buffers):
        parts = {part.number: part for part in stage.root.every()}
        messages.append({parts[number]: more for number, more in content["parts"].items()})

    stage.send = send
    return messages
