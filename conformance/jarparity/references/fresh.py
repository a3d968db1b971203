"""The real JARs in a JVM of their own, started as a setting says, in a process of its own."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from jarparity.answers import answer_from_json
from jarparity.live.worker import LiveError, RefusedError, Worker
from jarparity.ports import PortError
from jarparity.references import BridgeError, ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line
    from jarparity.originals import BridgeJars
    from jarparity.references.settings import Setting

BATCH: Final = 500
"""Inputs in one message: its answers must stay below 64 MB."""

SECONDS: Final = 1800.0
"""What a batch may take at most: the old sticky assignors take seconds for one group, on a busy machine minutes."""

_DRAWS: Final = 40
"""JVMs that are started at most until one has drawn the wanted order: half of them do."""


@dataclass(frozen=True, slots=True)
class FreshReference:
    """Answers like a `LiveReference`, from another JVM. Open it with `FreshReference.open`, and close it.

    Attributes:
        setting: How the JVM was started.
        lines: The lines that can be asked.
        worker: Its process.
        said: What it says of itself, and `set.order`.
    """

    name: ClassVar[str] = "fresh"
    setting: Setting
    lines: Sequence[Line]
    worker: Worker
    said: Mapping[str, str]

    @classmethod
    def open(
        cls,
        jars: Mapping[Line, Sequence[Path]],
        bridge: BridgeJars,
        setting: Setting,
        java: Path | None = None,
    ) -> FreshReference:
        """Starts the process and its JVM; again, until the JVM has drawn the order that the setting wants.

        Args:
            jars: Each line's JARs, verified.
            bridge: The bridge, built.
            setting: How the JVM is started.
            java: The `JAVA_HOME` to take, or None for the machine's own.

        Raises:
            ReferenceUnavailableError: JPype or Java is missing, the JVM doesn't start, or never draws that order.
            BridgeError: A line can't be opened, or the process broke.
        """
        for _ in range(_DRAWS):
            worker = _start(setting)
            try:
                said = _ask(
                    worker,
                    "start",
                    java=None if java is None else str(java),
                    core=str(bridge.core),
                    adapters=[str(jar) for jar in bridge.adapters],
                    options=list(setting.options),
                )
                if setting.set_order in (None, said["set.order"]):
                    _ask(worker, "open", lines={str(line): list(map(str, paths)) for line, paths in jars.items()})
                    return cls(setting, sorted(jars), worker, said)
            except BaseException:
                worker.end()
                raise
            worker.end()
        raise ReferenceUnavailableError(
            f"{_DRAWS} JVMs were started, and none iterates over Set.of in the order {setting.set_order}"
        )

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """See `LiveReference.answers`."""
        found: list[Answer] = []
        for start in range(0, len(inputs), BATCH):
            batch = inputs[start : start + BATCH]
            documents = _ask(self.worker, "answers", line=str(line), operation=operation, inputs=list(batch))
            if len(documents) != len(batch):
                raise BridgeError(f"{self.setting.name}: {len(documents)} answers to {len(batch)} inputs")
            found += map(answer_from_json, documents)
        return found

    def about(self) -> Mapping[str, str]:
        """Java's version and vendor, the bridge's version, and `set.order`."""
        return self.said

    def close(self) -> None:
        """Ends the process."""
        self.worker.end()


def _start(setting: Setting) -> Worker:
    try:
        return Worker(f"the JVM {setting.name!r}", [sys.executable, "-m", "jarparity.references.fresh_worker"])
    except PortError as error:
        raise BridgeError(str(error)) from error


def _ask(worker: Worker, command: str, **fields: JSON) -> JSON:
    try:
        return worker.ask(command, SECONDS, **fields)
    except RefusedError as refused:
        kind = ReferenceUnavailableError if refused.kind == ReferenceUnavailableError.__name__ else BridgeError
        raise kind(refused.message) from None
    except LiveError as broken:
        raise BridgeError(str(broken)) from None
