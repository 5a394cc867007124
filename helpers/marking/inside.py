"""Runs one learner's cells, in a process that `sandbox` has locked in.

It reads the steps from stdin, and writes a line of JSON as each begins and as each check answers.
"""

import json
import os
import sys

from IPython.core.interactiveshell import InteractiveShell

from helpers import checks

LIMITED = "limited"
NOBODY = 65534


def main():
    """Run the steps in turn; what the cells print or draw goes nowhere."""
    told, steps = os.fdopen(os.dup(1), "w"), json.load(sys.stdin)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    if LIMITED in sys.argv:
        limit()
    judges = {step["check"]: getattr(checks, step["check"]) for step in steps if "check" in step}
    shell = InteractiveShell.instance(history_load_length=0)
    shell.ast_node_interactivity = "none"
    why, error = "", None
    for place, step in enumerate(steps):
        print(json.dumps({"begins": place}), file=told, flush=True)
        why = step.get("why", why)
        if "check" not in step:
            ran = shell.run_cell(step.get("code", ""), silent=True)
            error = ran.error_before_exec or ran.error_in_exec or error
            continue
        name = step["check"]
        said = ("stopped", why) if why else verdict(judges[name], name, shell.user_ns, error)
        print(json.dumps({name: said}), file=told, flush=True)
        why, error = "", None


def limit():
    """Take limits that can't be raised again; `root`, whom they don't bind, becomes nobody."""
    import resource  # which Windows doesn't have

    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    of_each_process = {
        resource.RLIMIT_AS: 8 * 2**30,
        resource.RLIMIT_FSIZE: 2**28,
        resource.RLIMIT_NPROC: 100,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in of_each_process.items():
        resource.setrlimit(kind, (most, most))


def verdict(check, name, bound, error):
    """Return the state and the words of a check for what a learner has bound to its name.

    error : what the cells of the exercise ended with, or None
    """
    if name not in bound and error:
        return "not yet", f"Its cell ends with {type(error).__name__}: {error}"
    if name not in bound:
        return "missing", f"No cell binds {name}."
    try:
        said = check(bound[name])
        return said.state, said.words
    except Exception as error:  # a learner's object may raise whatever it likes
        return "not yet", f"The check was ended by {type(error).__name__}."


if __name__ == "__main__":
    main()
