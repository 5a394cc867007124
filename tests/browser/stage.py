"""One page of JupyterLab with a notebook of one cell, which shows one explorer after another."""

import json
from contextlib import ExitStack

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1
from lab_server import until

from browser import explorer_page, notebook_page
from browser.notebook_page import EXPLORERS
from browser.shown import Shown

FILE = "shown_here.py"
SOURCE = f'import helpers\n\nexec(open("{FILE}", encoding="utf-8").read())\nexplorer'
# What was shown before leaves neither widgets in the kernel nor style on the page.
CLEARED = "from ipywidgets import Widget\nWidget.close_all()\n"
UNSTYLED = "() => document.querySelectorAll('style[id^=\"helpers.\"]').forEach(one => one.remove())"
AGED = (
    "() => document.querySelectorAll('.jp-OutputArea-child').forEach(one => (one.dataset.old = ''))"
)
DRAWN = f"{explorer_page.ROOT} .abh-headline:not(:empty)"


class Stage:
    """The page and its kernel; both are new after a test that failed, for it may have left them so.

    heard       : what goes wrong in the page
    unanswered  : the requests whose last answer it has not heard
    received    : what its kernel has told it
    is_doubtful : whether the next explorer is opened in a new page
    """

    def __init__(self, browser, server):
        self.server, self.page, self.is_doubtful = server, None, False
        self._browser, self._open = browser, ExitStack()

    def shows(self, case):
        """Show a case's explorer as its cell opens it, and return it with the kernel behind it."""
        self.runs(case.source)
        explorer = self.page.locator(explorer_page.ROOT)
        return Shown(case, self.page, explorer, self.ask, self.heard, self.unanswered)

    def runs(self, source, drawn=DRAWN):
        """Have the cell run other code, the value of whose `explorer` it shows."""
        if self.is_doubtful:
            self.close()
        (self.server.work / FILE).write_text(CLEARED + source, encoding="utf-8")
        if self.page is None:
            self._opens()
            self.page.locator(drawn).first.wait_for()
        else:
            self.page.set_viewport_size(explorer_page.WIDE)
            self.page.evaluate(UNSTYLED)
            self.runs_again(drawn)
            for noted in (self.heard, self.received):
                noted.clear()

    def runs_again(self, drawn=DRAWN):
        """Run the cell as a learner does, and wait until what it shows is drawn anew."""
        self.page.evaluate(AGED)
        self.page.locator(".jp-CodeCell .cm-content").first.click()
        self.page.keyboard.press("ControlOrMeta+Enter")
        self.page.locator(f".jp-OutputArea-child:not([data-old]) {drawn}").first.wait_for()
        prompt = self.page.locator(notebook_page.PROMPTS).first
        until(lambda: prompt.inner_text() != "[*]:", "the end of the cell")
        self.unanswered.clear()

    def close(self):
        """Close the page and end its kernel."""
        if self.page is not None:
            self._open.close()
            self.page.close()
            notebook_page.end_kernels(self.server, EXPLORERS)
        self.page, self.is_doubtful = None, False

    def _opens(self):
        self.page, self.is_doubtful = self._browser.new_page(), True
        self.page.set_viewport_size(explorer_page.WIDE)
        self.heard = notebook_page.listen(self.page, self.server)
        self.unanswered, self.received = reports_of(self.page)
        explorer_page.write(self.server.work, EXPLORERS, SOURCE)
        notebook_page.run_all(self.page, self.server, EXPLORERS)
        kernel = explorer_page.kernel_of(self.server, EXPLORERS, self.unanswered)
        self.ask, self.is_doubtful = self._open.enter_context(kernel), False


def reports_of(page):
    """Return what will hold the requests that wait for their last answer, and all that is heard."""
    unanswered, received = set(), []

    def sends(frame):
        _channel, (header, *_) = deserialize_msg_from_ws_v1(frame)
        if (head := json.loads(header))["msg_type"] == "comm_msg":
            unanswered.add(head["msg_id"])

    def hears(frame):
        received.append(frame)
        _channel, (header, parent, _metadata, content, *_) = deserialize_msg_from_ws_v1(frame)
        if json.loads(header)["msg_type"] == "status" and b'"idle"' in content:
            unanswered.discard(json.loads(parent).get("msg_id"))

    def listen(socket):
        socket.on("framesent", sends)
        socket.on("framereceived", hears)

    page.on("websocket", lambda socket: "/channels" in socket.url and listen(socket))
    return unanswered, received
