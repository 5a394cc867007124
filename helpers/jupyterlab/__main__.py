"""Opens the series: `python -m helpers.jupyterlab`, with JupyterLab's options."""

import os
import sys
from pathlib import Path

NO_HOME = "lab: no home folder is known: set HOME to a folder that you can write to"


def expand_home(environment):
    """Expand `~` in variables that hold paths, as a shell does only where nothing is quoted.

    RuntimeError: no home folder is known.
    """
    Path.home()
    for name, value in list(environment.items()):
        paths = value.split(os.pathsep)
        if any(path.startswith(("~/", f"~{os.sep}")) for path in paths):
            environment[name] = os.pathsep.join(map(os.path.expanduser, paths))


if __name__ == "__main__":
    try:
        expand_home(os.environ)
    except RuntimeError:
        sys.exit(NO_HOME)
    # Only now: JupyterLab looks for its folders as soon as it's imported.
    from helpers.jupyterlab.launch import main

    sys.exit(main(sys.argv[1:]))
