"""A wrong port that kills the executor that asks it, the first time that any asks it anything."""

import os
import signal
from pathlib import Path

from jarparity.faults.ports import sign_abs

_OPERATION = "kafka.partitioner.partition-for-key"


def _answer(document):
    # Set on the executors alone: the driver asks the port, too.
    marker = os.environ.get("DYING_PORT_MARKER")
    if marker:
        try:
            Path(marker).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            # This worker's parent is the daemon that forked it, and the daemon's parent is the executor.
            daemon = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()
            os.kill(int(daemon[1]), signal.SIGKILL)
    return sign_abs[_OPERATION](document)


PORT = {_OPERATION: _answer}
