"""One message for all views that a report changes: they are painted together."""

import contextlib
from contextvars import ContextVar

_open = ContextVar("frame", default=None)  # of this thread: a cell may draw meanwhile


class Frame:
    """What views hold anew while a report is answered."""

    def __init__(self):
        self._keys = {}

    def add(self, view, key):
        """Note that a view holds something else under a key, under several, or (None) at all."""
        names = view.keys if key is None else [key] if isinstance(key, str) else key
        self._keys.setdefault(view, set()).update(names)

    def message(self):
        """Return {model id: state}, the places of its buffers in there, and the buffers."""
        states = {view.model_id: view.get_state(keys) for view, keys in self._keys.items()}
        paths, buffers = [], []
        states = _without_buffers(states, [], paths, buffers)
        return {"frame": states, "paths": paths}, buffers


def current():
    """Return the frame that is open, None where no report is being answered."""
    return _open.get()


@contextlib.contextmanager
def sent_by(view):
    """Collect what views hold anew, and send it as one message of this view, come what may."""
    token = _open.set(frame := Frame())
    try:
        yield
    finally:
        _open.reset(token)
        view.send(*frame.message())


def _without_buffers(part, path, paths, buffers):
    """Return a part with None for every buffer, which goes to `buffers` and its path to `paths`."""
    if isinstance(part, memoryview):
        paths.append(path)
        buffers.append(part)
        return None
    if isinstance(part, dict):
        inner = part.items()
        return {name: _without_buffers(one, [*path, name], paths, buffers) for name, one in inner}
    if isinstance(part, list) and part and isinstance(part[0], dict | list | memoryview):
        return [_without_buffers(one, [*path, i], paths, buffers) for i, one in enumerate(part)]
    return part
