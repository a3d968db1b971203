"""A wrong port that takes its process with it, the first time that anybody asks it anything."""

import os
from pathlib import Path
from types import SimpleNamespace

from jarparity.bugs.ports import sign_abs

_OPERATION = "kafka.partitioner.partition-for-key"


def _answer(document):
    marker = os.environ.get("DYING_PORT_MARKER")
    if marker:
        try:
            Path(marker).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os._exit(17)
    return sign_abs[_OPERATION](document)


PORT = SimpleNamespace(name="dying", operations={_OPERATION: _answer})
