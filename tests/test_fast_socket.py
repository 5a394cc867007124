"""`make lab` sends each message of a kernel at once, and where it cannot, it says so and starts."""

import asyncio
import logging
import socket

import pytest
from jupyter_server.gateway.gateway_client import GatewayClient
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.connection.base import BaseKernelWebsocketConnection
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import WebSocketHandler, websocket_connect
from traitlets import Type
from traitlets.config import Application as Configurable

from helpers.jupyterlab import fast_socket, launch


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start a server with the settings of `helpers.jupyterlab`, up to where it would listen."""
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(launch.SETTINGS))
    for name in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{name}_DIR", str(tmp_path / name))

    def start(server_class=ServerApp, *options):
        server = server_class.instance()
        server.log.propagate = True  # so that the test hears its log
        arguments = [f"--ServerApp.root_dir={tmp_path}", "--allow-root", *options]
        server.initialize(argv=arguments, new_httpserver=False)
        return server

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield start
    for single in (ServerApp, GatewayClient):
        single.clear_instance()
    asyncio.set_event_loop(None)
    loop.close()


def warnings(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


class Connection:
    """What Jupyter calls once the browser has asked for a kernel."""

    def __init__(self, handler):
        self.websocket_handler, self.log = handler, logging.getLogger("connection")

    def connect(self):
        """Connect as every connection does."""
        return "connected"


def flag_after_connecting(connection_class):
    """Open a real websocket and return what connect answers, and the socket's TCP_NODELAY."""
    seen = {}

    class Handler(WebSocketHandler):
        def open(self):
            seen["answer"] = connection_class(self).connect()
            ends = self.ws_connection.stream.socket
            seen["flag"] = ends.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
            self.close()

    async def visit():
        listening, port = bind_unused_port()
        server = HTTPServer(Application([("/", Handler)]))
        server.add_sockets([listening])
        client = await websocket_connect(f"ws://127.0.0.1:{port}/")
        await client.read_message()
        server.stop()

    asyncio.run(visit())
    return seen["answer"], seen["flag"]


def test_a_message_of_the_kernel_does_not_wait_for_the_next():
    assert flag_after_connecting(Connection) == ("connected", False)
    assert flag_after_connecting(fast_socket.faster(Connection)) == ("connected", True)


def test_a_handler_that_cannot_gives_one_line_and_connects(caplog):
    connection = fast_socket.faster(Connection)(object())
    assert connection.connect() == "connected"
    (line,) = warnings(caplog)
    assert line.startswith("Explorers will follow the hand more slowly: ")
    assert "set_nodelay" in line


def test_the_server_makes_such_connections(started, caplog):
    server = started()
    chosen = server.web_app.settings[fast_socket.HOOK]
    assert chosen.__name__ == "FastConnection"
    assert issubclass(chosen, ZMQChannelsWebsocketConnection)
    assert not [line for line in warnings(caplog) if "slowly" in line]


def test_a_jupyter_without_the_hook_says_so_in_one_line(caplog):
    class FutureServer(Configurable):
        """A server whose connection class cannot be chosen."""

    server = FutureServer()
    server.log.propagate = True
    fast_socket._link_jupyter_server_extension(server)
    (line,) = warnings(caplog)
    assert line.startswith("Explorers will follow the hand more slowly: ")
    assert fast_socket.HOOK in line
    assert "\n" not in line


def test_a_jupyter_whose_connections_are_of_another_kind_says_so_in_one_line(caplog):
    class FutureServer(Configurable):
        """A server that wants a class that is no connection of today."""

        kernel_websocket_connection_class = Type(klass=Connection)

    server = FutureServer()
    server.log.propagate = True
    fast_socket._link_jupyter_server_extension(server)
    (line,) = warnings(caplog)
    assert line.startswith("Explorers will follow the hand more slowly: ")
    assert "\n" not in line


class OwnConnection(BaseKernelWebsocketConnection):
    """Another connection, chosen by whoever runs the server."""


def test_the_learners_own_choice_of_a_connection_stands(started):
    server = started(ServerApp, f"--ServerApp.{fast_socket.HOOK}={__name__}.OwnConnection")
    assert server.web_app.settings[fast_socket.HOOK] is OwnConnection


def test_kernels_elsewhere_are_reached_as_jupyter_reaches_them(started):
    server = started(ServerApp, "--GatewayClient.url=http://127.0.0.1:9")
    assert "Gateway" in server.web_app.settings[fast_socket.HOOK].__name__
