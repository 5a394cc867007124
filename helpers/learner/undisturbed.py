"""A check computes with the libraries' own functions, and leaves the page as it found it."""

import contextlib
import random
import sys

import numpy.linalg
import numpy.random

# What a page may assign to by mistake, as in `np.random.seed = 0`, and what it's called there.
WATCHED = {
    "math": "math",
    "numpy": "np",
    "numpy.linalg": "np.linalg",
    "numpy.random": "np.random",
    "torch": "torch",
    "torch.nn": "nn",
    "torch.nn.functional": "functional",
}
MISSING = object()
_own, _streams = {}, {name: getattr(sys, name, None) for name in ("stdout", "stderr")}


@contextlib.contextmanager
def undisturbed():
    """Compute with what the libraries hold of their own; afterwards all is as it was before.

    Gives the names, such as "np.exp", that the page had replaced. Random states come back too, and
    in torch gradients are recorded, and float32 on the CPU is the default, whatever the page says.
    """
    remember()
    replaced, streams = put_right(), {name: getattr(sys, name, MISSING) for name in _streams}
    states = random.getstate(), numpy.random.get_state()
    with contextlib.ExitStack() as stack:
        if torch := sys.modules.get("torch"):
            stack.callback(torch.set_default_dtype, torch.get_default_dtype())
            torch.set_default_dtype(torch.float32)
            stack.enter_context(torch.random.fork_rng(devices=[]))
            stack.enter_context(torch.enable_grad())
            if torch.get_default_device().type != "cpu":
                stack.enter_context(torch.device("cpu"))
        for name, stream in streams.items():
            setattr(sys, name, stream if _can_be_written(stream) else _streams[name])
        try:
            yield [f"{WATCHED[module]}.{name}" for module, name in replaced]
        finally:
            put_right()
            random.setstate(states[0])
            numpy.random.set_state(states[1])
            for (module, name), value in replaced.items():
                _set(sys.modules[module], name, value)
            for name, stream in streams.items():
                _set(sys, name, stream)


def remember():
    """Keep what each watched library holds, once it's imported."""
    for name in WATCHED:
        if name in sys.modules and name not in _own:
            held = vars(sys.modules[name]).items()
            _own[name] = {key: value for key, value in held if not key.startswith("_")}


def put_right():
    """Put back what is no longer the libraries' own; return {(module, name): what was there}."""
    replaced = {
        (module, name): now
        for module, held in _own.items()
        for name, value in held.items()
        if (now := vars(sys.modules[module]).get(name, MISSING)) is not value
        and not (module.startswith("torch") and callable(now))  # torch wraps some of its own
    }
    for module, name in replaced:
        setattr(sys.modules[module], name, _own[module][name])
    return replaced


def _set(owner, name, value):
    if value is not MISSING:
        setattr(owner, name, value)
    elif hasattr(owner, name):
        delattr(owner, name)


def _can_be_written(stream):
    """Return whether `print` can write there; None swallows it."""
    usable = callable(getattr(stream, "write", None)) and not getattr(stream, "closed", False)
    return stream is None or usable


remember()
