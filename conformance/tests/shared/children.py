"""Programs that end as a process of the kit may end, and how one of them is run in its place."""

import json
import sys

from jarparity.child_process.worker import Worker

CRASHES = "import sys; sys.stderr.write('out of memory'); sys.exit(9)"
CRASHES_SILENTLY = "import sys; sys.exit(9)"


def refuses(message):
    """One that says why it can't do what it is asked, and where in its code that was."""
    error = {"kind": "RuntimeError", "message": message, "trace": "at line 7"}
    return f"input(); print({json.dumps({'error': error})!r})"


def replacing(monkeypatch):
    """A function that has a program run, wherever the kit would start a module."""

    def use(program):
        monkeypatch.setattr(
            Worker, "python", lambda name, *_: Worker(name, [sys.executable, "-S", "-u", "-c", program])
        )

    return use
