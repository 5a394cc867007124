"""Keeps what slows a drag off the wire between the server and the browser.

Nagle's algorithm, which holds each answer back for 40 ms; and the word that a kernel is busy with a
step of a drag, for which JupyterLab repaints its toolbar and status bar twice in every frame.
A Jupyter server extension, enabled as `saving.py` is.
"""

import asyncio
import json

from traitlets import TraitError

HOOK = "kernel_websocket_connection_class"
BRIEF = 0.15  # seconds: what a kernel does in less is not said to keep it busy
DELIMITER = b"<IDS|MSG>"  # of Jupyter's messages: what follows is signature, header, parent, …
WITHOUT = "Explorers will follow the hand more slowly: %s"


def faster(connection_class):
    """Return a subclass of a kernel websocket connection that sends each message of use at once."""

    class FastConnection(connection_class):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self._untold = {}  # what will say that the kernel is busy, by the message it works on

        def connect(self):
            try:
                self.websocket_handler.set_nodelay(True)
            except AttributeError as error:
                self.log.warning(WITHOUT, error)
            return super().connect()

        def handle_outgoing_message(self, stream, outgoing_msg):
            message, state = drag_step(outgoing_msg)
            if untold := self._untold.pop(message, None):
                untold.cancel()
            tell = super().handle_outgoing_message
            if state == "busy":
                loop = asyncio.get_running_loop()
                self._untold[message] = loop.call_later(BRIEF, tell, stream, outgoing_msg)
            else:
                tell(stream, outgoing_msg)

        def disconnect(self):
            while self._untold:
                self._untold.popitem()[1].cancel()
            return super().disconnect()

    return FastConnection


def drag_step(parts):
    """Return which message of a widget a kernel's status is about, and the status.

    parts : a message of Jupyter's protocol as it comes from the kernel
    Any other message gives (None, None).
    """
    try:
        start = parts.index(DELIMITER) + 2
        header, parent, _metadata, content = parts[start : start + 4]
        if b'"status"' not in header or b'"comm_msg"' not in parent:
            return None, None
        return json.loads(parent)["msg_id"], json.loads(content)["execution_state"]
    except (ValueError, KeyError):
        return None, None  # not as the protocol has it: Jupyter itself will say so


def _link_jupyter_server_extension(server):
    """Have the server make faster connections, unless its configuration names others.

    Jupyter calls it before the server listens. A Jupyter without the hook gives one warning line,
    and all works as before, only slower.
    """
    try:
        from jupyter_server.gateway.gateway_client import GatewayClient
        from jupyter_server.services.kernels.connection.channels import (
            ZMQChannelsWebsocketConnection,
        )

        is_remote = GatewayClient.instance(parent=server).gateway_enabled
        if not is_remote and not server.trait_has_value(HOOK):
            server.set_trait(HOOK, faster(ZMQChannelsWebsocketConnection))
    except (AttributeError, ImportError, TraitError) as error:
        server.log.warning(WITHOUT, error)


def _load_jupyter_server_extension(_server):
    """Do nothing more: Jupyter asks every extension for this."""


def _jupyter_server_extension_points():
    """Tell Jupyter where the extension is: here."""
    return [{"module": __name__}]
