"""Runs `helpers.marking.mark`."""

import sys

from helpers.marking.mark import main

sys.exit(main(sys.argv[1:]))
