"""Programs that end as a child process of the kit may end, and how one of them is run in the child's place."""

import json
import sys

from jarparity.ports.child import Child

CRASHES = "import sys; sys.stderr.write('out of memory'); sys.exit(9)"
CRASHES_SILENTLY = "import sys; sys.exit(9)"


def is_broken(reason):
    """One that tells why it can't go on, and where in its code that was."""
    event = {"event": "broken", "reason": reason, "detail": "at line 7"}
    return f"print({json.dumps(event)!r})"


def replacing(monkeypatch, module):
    """A function that has a program run, wherever the module would start its child."""

    def use(program):
        monkeypatch.setattr(
            module, "Child", lambda _command, most: Child([sys.executable, "-S", "-u", "-c", program], most)
        )

    return use
