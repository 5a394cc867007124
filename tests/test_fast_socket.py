"""`make lab` sends each message of a kernel at once, or none; where it cannot, it says so."""

import asyncio
import logging
import socket

import pytest
from jupyter_client.session import Session
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import WebSocketHandler, websocket_connect

from helpers.jupyterlab import fast_socket, launch


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start a server with the settings of `helpers.jupyterlab`, up to where it would listen."""
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(launch.SETTINGS))
    for name in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{name}_DIR", str(tmp_path / name))

    def start():
        server = ServerApp.instance()
        server.log.propagate = True  # so that the test hears its log
        arguments = [f"--ServerApp.root_dir={tmp_path}", "--allow-root"]
        server.initialize(argv=arguments, new_httpserver=False)
        return server

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield start
    ServerApp.clear_instance()
    asyncio.set_event_loop(None)
    loop.close()


def warnings(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


SESSION = Session(key=b"a key")


class Connection:
    """What Jupyter calls once the browser has asked for a kernel."""

    def __init__(self, handler):
        self.websocket_handler, self.log = handler, logging.getLogger("connection")

    def connect(self):
        """Connect as every connection does."""
        self.told = []
        return "connected"

    def handle_outgoing_message(self, _stream, parts):
        """Tell the browser what the kernel says."""
        _identities, parts = SESSION.feed_identities(parts)
        message = SESSION.deserialize(parts)
        self.told.append(message["content"].get("execution_state", message["msg_type"]))

    def disconnect(self):
        """Go as every connection goes."""
        return "disconnected"


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


def asked(kind="comm_msg"):
    """Return what a browser asks of a kernel."""
    return SESSION.msg(kind)


def says(state, request):
    """Return a kernel's status while it works on a request, as it comes over the wire."""
    message = SESSION.msg("status", {"execution_state": state}, parent=request)
    return [b"kernel.status", *SESSION.serialize(message)]


def shows(request):
    """Return a kernel's new state of a widget, as it comes over the wire."""
    return [b"comm", *SESSION.serialize(SESSION.msg("comm_msg", {"data": {}}, parent=request))]


@pytest.fixture
def briefly(monkeypatch):
    """Untold states become known soon."""
    monkeypatch.setattr(fast_socket, "BRIEF", 0.02)


def told(*turns, goes=False):
    """Return what the browser hears of a fast connection; each turn, all untold becomes known.

    goes : the connection goes before the last turn ends
    """

    async def talk():
        connection = fast_socket.faster(Connection)(object())
        connection.connect()
        for turn in turns:
            for parts in turn:
                connection.handle_outgoing_message("iopub", parts)
            if goes and turn is turns[-1]:
                assert connection.disconnect() == "disconnected"
            await asyncio.sleep(2 * fast_socket.BRIEF)
        return connection.told

    return asyncio.run(talk())


@pytest.mark.usefixtures("briefly")
def test_a_step_of_a_drag_does_not_make_the_kernel_busy():
    steps = [asked(), asked(), asked()]
    turns = [[says("busy", one), shows(one), says("idle", one)] for one in steps]
    assert told(*turns) == 3 * ["comm_msg", "idle"]
    over = [says("busy", steps[0]), says("busy", steps[1]), *map(says, 2 * ["idle"], steps)]
    assert told(over) == 2 * ["idle"]  # with two at work at the same time


@pytest.mark.usefixtures("briefly")
def test_a_kernel_that_stays_busy_is_said_to_be():
    slow, quick = asked(), asked()
    steps = [says("busy", slow), says("busy", quick), says("idle", quick)]
    assert told(steps, [shows(slow), says("idle", slow)]) == ["idle", "busy", "comm_msg", "idle"]


def test_a_cell_makes_the_kernel_busy_at_once():
    cell = asked("execute_request")
    assert told([says("busy", cell), says("idle", cell)]) == ["busy", "idle"]


@pytest.mark.parametrize("parts", [[], [b"x"], [b"<IDS|MSG>", b""]])
def test_what_is_no_message_is_handed_on(parts):
    assert fast_socket.drag_step(parts) == (None, None)


@pytest.mark.usefixtures("briefly")
def test_a_connection_that_goes_tells_nothing_more():
    assert told([says("busy", asked())], goes=True) == []


def test_the_server_makes_such_connections(started, caplog):
    server = started()
    chosen = server.web_app.settings[fast_socket.HOOK]
    assert chosen.__name__ == "FastConnection"
    assert issubclass(chosen, ZMQChannelsWebsocketConnection)
    assert not [line for line in warnings(caplog) if "slowly" in line]
