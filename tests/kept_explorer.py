"""Every explorer as new, and whether it has kept its state and is well, whatever came."""

import functools
import json

import numpy as np
import pytest

from helpers import explorers, real_model
from helpers.explorers.real_model.trial import tiny
from helpers.views.stage import Stage
from helpers.views.view import View

KINDS = [getattr(explorers, name) for name in explorers.__all__]


@functools.cache
def once(kind):
    """Return an explorer, always the same one: a hundred new ones would take long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(real_model, "load", tiny)
        return kind()


def again(kind):
    """Return the same explorer again, as new."""
    explorer = once(kind)
    explorer.projector = False
    explorer.reset()
    explorer.message = ""
    return explorer


def views(explorer):
    """Return every view of an explorer that passes reports on, in order."""
    return [one for one in explorer.root.every() if isinstance(one, View) and one.handler]


def names_of(kind):
    """Return the names of an explorer's own traits."""
    return sorted(set(kind.class_trait_names()) - set(Stage.class_trait_names()))


def own_traits(explorer):
    """Return the values of an explorer's own traits, its words and its pin."""
    values = {name: getattr(explorer, name) for name in names_of(type(explorer))}
    return {**values, "pin": explorer.pin}


def alike(one, other):
    """Whether two values are the same, arrays and all within them included."""
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and np.array_equal(one, other)
    if isinstance(one, tuple | list):
        return type(one) is type(other) and len(one) == len(other) and all(map(alike, one, other))
    return type(one) is type(other) and one == other


def is_well(explorer):
    """Assert what must hold whatever came: it can be drawn, said, sent and changed."""
    message = explorer.message
    assert "\n" not in message
    assert message == "" or message.endswith((".", "…"))
    assert len(message) < 300
    assert explorer.quiet is False
    assert explorer.text().headline
    for view in [v for v in explorer.root.every() if isinstance(v, View)]:
        json.dumps(view.scene, allow_nan=False, default=lambda buffer: "").encode()
    for name in ("query", "head", "target", "chosen"):
        assert type(getattr(explorer, name, 0)) is int
    if explorer.guess is not None:
        made = [one for one in np.ravel(np.array(explorer.guess, dtype=object)) if one is not None]
        assert np.isfinite(np.array(made, dtype=float)).all()


def is_kept(explorer, before):
    """Assert that all of the state is what it was."""
    after = own_traits(explorer)
    changed = {name for name in before if not alike(before[name], after[name])}
    assert changed <= {"message"}
