"""In a real kernel, what a learner wrote may exit, loop or print: the check says it in a line."""

import queue
import time

import pytest
from jupyter_client.manager import start_new_kernel

LONG = 60  # seconds until a kernel that does not answer is taken for dead
SETUP = "import sys\n\nfrom helpers import checks\n\ntreasure = 42"
HELPER = "\n" * 50 + "def far_away(x):\n    return x / 0"
LOOPS = """
def context_of(query, embeddings):
    print("going round", flush=True)
    while True:
        pass
"""


@pytest.fixture(scope="module")
def kernel():
    """Start a kernel that has the checks; give its manager and a client."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        run(client, SETUP)
        run(client, HELPER)
        yield manager, client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def run(client, code):
    """Run a cell and return what it printed and what it showed as text; no error may come."""
    said = {"printed": "", "shown": ""}

    def hear(message):
        content = message["content"]
        said["printed"] += content.get("text", "")
        said["shown"] += content.get("data", {}).get("text/plain", "")

    reply = client.execute_interactive(code, timeout=LONG, output_hook=hear, allow_stdin=False)
    assert reply["content"]["status"] == "ok", reply["content"]
    return said


def check(client, body):
    """Run a cell with the function, another with its check, and return what the check put out."""
    run(client, f"def context_of(query, embeddings):\n{body}")
    return run(client, "checks.context_of(context_of)")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("    exit()", "`context_of` called exit in line 2 of its cell."),
        ("    return input()", "raised StdinNotImplementedError in line 2 of its cell:"),
        ("    return far_away(1)", "raised ZeroDivisionError in line 2 of its cell: division"),
        (
            "    def own():\n        return 1 / 0\n    return own()",
            "Error in line 3 of its cell: div",
        ),
        ("    return nobody", "raised NameError in line 2 of its cell: name 'nobody'"),
        ("    return context_of(query, query)", "raised RecursionError in line 2 of its cell:"),
    ],
)
def test_whatever_it_raises_is_one_line_with_its_place(kernel, body, says):
    manager, client = kernel
    said = check(client, body)
    assert said["shown"].startswith("✗ Not yet. ")
    assert says in said["shown"]
    assert "\n" not in said["shown"]
    assert manager.is_alive()
    assert run(client, "treasure")["shown"] == "42"


def test_an_endless_loop_can_be_interrupted_and_its_line_is_named(kernel):
    manager, client = kernel
    run(client, LOOPS.lstrip())
    message = client.execute("checks.context_of(context_of)")
    end = time.monotonic() + LONG
    shown = status = ""
    while status != "idle" and time.monotonic() < end:
        try:
            said = client.get_iopub_msg(timeout=LONG)
        except queue.Empty:
            break
        if said["parent_header"].get("msg_id") != message:
            continue
        content = said["content"]
        if "going round" in content.get("text", ""):
            manager.interrupt_kernel()
        assert said["msg_type"] != "error", content
        shown += content.get("data", {}).get("text/plain", "")
        status = content.get("execution_state", status)
    assert "`context_of` was interrupted in line " in shown
    assert shown.endswith("Does its loop come to an end?")
    assert run(client, "treasure")["shown"] == "42"


def test_a_table_of_the_page_is_put_back_and_its_name_is_told(kernel):
    client = kernel[1]
    run(client, "import numpy as np\nembeddings_here = np.ones((2, 2))")
    said = check(client, "    embeddings_here[0] = 7\n    return query")
    assert (
        "`context_of` changes `embeddings_here`, which isn't one of its arguments" in said["shown"]
    )
    assert run(client, "embeddings_here.tolist()")["shown"] == "[[1.0, 1.0], [1.0, 1.0]]"


USES_ALL = """
import types, numpy as np

def context_of(query, embeddings):
    print(query)
    return np.exp(query) + np.nan

kept = np.exp, np.random.seed, sys.stdout, np.sqrt
np.exp, np.random.seed, sys.stdout, np.sqrt = None, 0, types.SimpleNamespace(), abs
said = checks.context_of(context_of)
left = np.exp, np.random.seed, vars(sys.stdout)
np.exp, np.random.seed, sys.stdout, np.sqrt = kept
said
"""
SEEDS = """    np.random.seed(0)
    random.seed(0)
    torch.manual_seed(0)
    torch.set_grad_enabled(False)
    np.exp = None
    return query"""
DRAW = "(random.random(), np.random.random(), torch.rand(1).item(), torch.is_grad_enabled())"
BEGIN = "import random, numpy as np, torch\nrandom.seed(5)\nnp.random.seed(5)\ntorch.manual_seed(5)"


def test_what_the_page_has_replaced_is_said_and_left_as_it_is(kernel):
    client = kernel[1]
    said = run(client, USES_ALL)
    assert "first difference" in said["shown"]
    assert "assigned to `np.exp`, `np.sqrt`, `np.random.seed`, so" in said["shown"]
    assert said["printed"] == "[0.9 0.9]\n"
    assert run(client, "left")["shown"] == "(None, 0, {})"


def test_a_check_leaves_the_random_states_and_the_libraries_as_they_were(kernel):
    client = kernel[1]
    run(client, BEGIN)
    expected = run(client, DRAW)["shown"]
    run(client, BEGIN)
    check(client, SEEDS)
    run(client, "checks.continue_text(lambda *_: 1)")  # draws a model as it is imported
    assert run(client, DRAW)["shown"] == expected
    assert run(client, "float(np.exp(0))")["shown"] == "1.0"


def test_what_it_prints_is_seen_once_for_the_numbers_of_the_page(kernel):
    said = check(kernel[1], "    print('I get', query)\n    return query")
    assert said["printed"] == "I get [0.9 0.9]\n"


def test_a_warning_of_numpy_is_not_shown(kernel):
    said = check(kernel[1], "    return query / 0")
    assert said["printed"] == ""
    assert said["shown"].startswith("✗ Not yet.")
