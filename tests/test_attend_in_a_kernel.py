"""In a real kernel, a drag that exits or is interrupted costs a sentence, and no variable."""

import time

import pytest
from jupyter_client.manager import start_new_kernel

SETUP = """
import sys, time
from helpers.attention import simplified_attention
from helpers.explorers import AttentionExplorer

treasure, task = 42, "answer"

def mine(embeddings):
    if task == "exit":
        sys.exit("good bye")
    if task == "sleep":
        print("asleep", flush=True)
        time.sleep(600)
    return simplified_attention(embeddings)

explorer = AttentionExplorer(["a", "b"], [[1.0, 0.0], [0.0, 1.0]], mine)
"""
LONG = 60  # seconds until a kernel that does not answer is taken for dead


@pytest.fixture
def kernel():
    """Start a kernel that holds an explorer; give its manager and a client."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        tell(client, SETUP)
        yield manager, client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def tell(client, code, **expressions):
    """Run code, and return what expressions are worth after it."""
    reply = client.execute_interactive(
        code, user_expressions=expressions, timeout=LONG, output_hook=lambda message: None
    )
    assert reply["content"]["status"] == "ok", reply["content"]
    values = reply["content"]["user_expressions"]
    return {name: eval(value["data"]["text/plain"]) for name, value in values.items()}


ADDRESS = {"comm": "explorer.model_id", "part": "explorer.plane.number"}


def drag(client, explorer, kind, seq, x=0.5):
    """Report as the page does, and return the id of the message."""
    comm, part = explorer["comm"], explorer["part"]
    report = {"kind": kind, "index": 0, "x": x, "y": 0.25}
    content = {"sender": "h", "seq": seq, "part": part, "report": report}
    data = {"method": "custom", "content": content}
    message = client.session.msg("comm_msg", {"comm_id": comm, "data": data})
    client.shell_channel.send(message)
    return message["header"]["msg_id"]


def heard(client, message, what):
    """Wait for what the kernel says in answer to a message."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        said = client.get_iopub_msg(timeout=LONG)
        if said["parent_header"].get("msg_id") == message and what(said):
            return said
    raise AssertionError("the kernel said nothing")


def state(client):
    """Return what the explorer and the kernel hold."""
    return tell(
        client,
        "",
        message="explorer.message",
        said="explorer.spoken.scene['message']",
        at="explorer.embeddings.tolist()",
        treasure="treasure",
    )


def is_usable(client, explorer):
    """Assert that the next drag is answered as if nothing had been."""
    tell(client, "task = 'answer'")
    assert answer(client, drag(client, explorer, kind="release", seq=9, x=0.75)) == 9
    now = state(client)
    assert (now["message"], now["at"][0]) == ("", [0.75, 0.25])


def answer(client, message):
    """Wait for the answer to a report, and return its place in order."""
    said = heard(client, message, lambda said: said["msg_type"] == "comm_msg")
    return said["content"]["data"]["content"]["answer"]["seq"]


def test_exit_in_a_drag_ends_neither_the_kernel_nor_the_explorer(kernel):
    manager, client = kernel
    explorer = tell(client, "task = 'exit'", **ADDRESS)
    drag(client, explorer, kind="move", seq=1)
    assert answer(client, drag(client, explorer, kind="release", seq=2)) == 2
    now = state(client)
    assert manager.is_alive()
    assert now["treasure"] == 42
    assert now["at"] == [[1.0, 0.0], [0.0, 1.0]]
    assert now["message"].startswith("mine called exit")
    assert now["message"] == now["said"]
    is_usable(client, explorer)


def test_an_interrupt_of_a_drag_is_said_and_costs_no_variable(kernel):
    manager, client = kernel
    explorer = tell(client, "task = 'sleep'", **ADDRESS)
    moved = drag(client, explorer, kind="move", seq=1)
    heard(client, moved, lambda said: "asleep" in said["content"].get("text", ""))
    manager.interrupt_kernel()
    heard(client, moved, lambda said: said["content"].get("execution_state") == "idle")
    late = drag(client, explorer, kind="move", seq=2)  # it was on its way, and must not sleep again
    assert answer(client, late) == 2
    now = state(client)
    assert now["message"] == now["said"] == "Interrupted. The last good picture stays."
    assert now["at"] == [[1.0, 0.0], [0.0, 1.0]]
    assert now["treasure"] == 42
    is_usable(client, explorer)
