"""Finds the Chromium or Chrome of this machine."""

import os
import shutil
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find(bundled):
    """Return the path of a browser, or None; `bundled` is where Playwright would put its own."""
    if os.environ.get("CHROME"):
        return os.environ["CHROME"]
    installed = next(filter(None, map(shutil.which, NAMES)), None)
    return installed or next((p for p in (*ELSEWHERE, bundled) if Path(p).is_file()), None)


def options():
    """Return the command line options: no network of its own, no sandbox where root has none."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIET, "--no-sandbox"] if is_root else list(QUIET)
