"""Switches Nagle's algorithm off between the server and the browser: a drag answers 40 ms sooner.

A Jupyter server extension; only `launch.py` enables it.
"""

from traitlets import TraitError

HOOK = "kernel_websocket_connection_class"
WITHOUT = "Explorers will follow the hand more slowly: %s"


def faster(connection_class):
    """Return a subclass of a kernel websocket connection that sends every message at once."""

    class FastConnection(connection_class):
        def connect(self):
            try:
                self.websocket_handler.set_nodelay(True)
            except AttributeError as error:
                self.log.warning(WITHOUT, error)
            return super().connect()

    return FastConnection


def _link_jupyter_server_extension(server):
    """Have the server make faster connections, unless it is told to make others.

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
