"""The child process: a JVM with JaCoCo's agent, one line of the originals, and the inputs that are put to it.

Reads one JSON line, the job; writes a JSON line for what it has asked; ends when its standard input ends. Two lines
may have classes of equal bytes, which JaCoCo can't tell apart: so each line has a process of its own, and so has each
kind of inputs, for what runs once in a process would else be counted for the first kind only.
"""

from __future__ import annotations

import json
import os
import threading
import traceback
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from jarparity import catalogue
from jarparity.check.drawing import chunks
from jarparity.check.hypothesis_home import keep_hypothesis_out_of_the_way
from jarparity.lines import Line
from jarparity.originals import BridgeJars
from jarparity.references.golden import GoldenReference
from jarparity.references.jpype import JPypeReference
from jarparity.streams import private_streams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.operations import Operation

BATCH: Final = 200
"""Inputs in a crossing: enough that it costs nothing, few enough to tell how far it is."""

_AGENT: Final = "org.jacoco.agent.rt.RT"


def main() -> None:
    """Does the job and ends the process: originals may leave threads behind that would keep the JVM alive."""
    with private_streams() as (requests, responses):

        def tell(event: JSON) -> None:
            responses.write(json.dumps(event).encode() + b"\n")
            responses.flush()

        code = 0
        try:
            job = json.loads(requests.readline())
            threading.Thread(target=_end_with, args=(requests,), daemon=True).start()
            _run(job, tell)
            tell({"event": "done"})
        except Exception as error:  # noqa: BLE001 - told to the parent, which decides
            tell({"event": "broken", "reason": str(error), "detail": traceback.format_exc()})
            code = 1
        os._exit(code)


def _run(job: Any, tell: Callable[[JSON], None]) -> None:  # noqa: ANN401 - JSON
    import jpype  # noqa: PLC0415 - an extra; opening the reference checks it

    line = Line.parse(job["line"])
    bridge = BridgeJars(Path(job["core"]), tuple(map(Path, job["adapters"])))
    reference = JPypeReference.open({line: [Path(jar) for jar in job["jars"]]}, bridge, options=job["options"])
    operations = [catalogue.operation(name) for name in job["operations"]]
    drawn = _recorded(operations) if job["source"] == "golden" else _drawn(operations, job["examples"], job["seed"])
    for operation, documents in drawn:
        taken = [document for document in documents if operation.takes(line, document)]
        for start in range(0, len(taken), BATCH):
            batch = taken[start : start + BATCH]
            reference.answers(operation.name, line, batch)
            tell({"event": "asked", "operation": operation.name, "inputs": len(batch)})
    jpype.JClass(_AGENT).getAgent().dump(True)  # noqa: FBT003 - its signature


def _recorded(operations: Sequence[Operation]) -> Iterator[tuple[Operation, list[JSON]]]:
    golden = GoldenReference.default()
    for operation in operations:
        yield operation, [vector.case.input for vector in golden.vectors(operation.name)]


def _drawn(operations: Sequence[Operation], count: int, seed: int) -> Iterator[tuple[Operation, list[JSON]]]:
    keep_hypothesis_out_of_the_way()
    for chunk in chunks(operations, count):
        yield chunk.operation, chunk.draw(seed)


def _end_with(requests: IO[bytes]) -> None:
    """Ends this process when the parent has gone: nobody would end it then."""
    while os.read(requests.fileno(), 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
