"""Opens the series: `python -m helpers.jupyterlab`, with JupyterLab's options."""

import sys

from helpers.jupyterlab.launch import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
