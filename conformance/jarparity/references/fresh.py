"""The real JARs in a JVM of their own, started with a profile, in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from jarparity.answers import answer_from_json
from jarparity.child_process.worker import RefusedError, Worker, WorkerError
from jarparity.references import BridgeError, ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line
    from jarparity.references.jvm_profiles import JvmProfile

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
        profile: How the JVM was started.
        lines: The lines that can be asked.
        worker: Its process.
        description: What it says of itself (`about`).
    """

    name: ClassVar[str] = "fresh"
    profile: JvmProfile
    lines: Sequence[Line]
    worker: Worker
    description: Mapping[str, str]

    @classmethod
    def open(
        cls,
        jars: Mapping[Line, Sequence[Path]],
        bridge: Path,
        profile: JvmProfile,
        java: Path | None = None,
    ) -> FreshReference:
        """Starts the process and its JVM; again, until the JVM has drawn the order that the profile wants.

        Args:
            jars: Each line's class path, verified (`Originals.class_paths`).
            bridge: The bridge's JAR.
            profile: How the JVM is started.
            java: The `JAVA_HOME` to take, or None for the machine's own.

        Raises:
            ReferenceUnavailableError: JPype or Java is missing, the JVM doesn't start, or never draws that order.
            BridgeError: A line can't be opened, or the process broke.
        """
        for _ in range(_DRAWS):
            worker = _start(profile)
            try:
                about = _ask(
                    worker,
                    "start",
                    java=None if java is None else str(java),
                    bridge=str(bridge),
                    options=list(profile.options),
                )
                if profile.set_order in (None, about["set.order"]):
                    _ask(worker, "open", lines={str(line): list(map(str, paths)) for line, paths in jars.items()})
                    return cls(profile, sorted(jars), worker, about)
            except BaseException:
                worker.end()
                raise
            worker.end()
        raise ReferenceUnavailableError(
            f"{_DRAWS} JVMs were started, and none iterates over Set.of in the order {profile.set_order}"
        )

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """See `LiveReference.answers`."""
        found: list[Answer] = []
        for start in range(0, len(inputs), BATCH):
            batch = inputs[start : start + BATCH]
            documents = _ask(self.worker, "answers", line=str(line), operation=operation, inputs=list(batch))
            if len(documents) != len(batch):
                raise BridgeError(f"{self.profile.name}: {len(documents)} answers to {len(batch)} inputs")
            found += map(answer_from_json, documents)
        return found

    def about(self) -> Mapping[str, str]:
        """Java's version and vendor, the bridge's version, and `set.order`."""
        return self.description

    def dump_coverage(self) -> None:
        """Has JaCoCo's agent write what ran so far, where the profile's options start it.

        Raises:
            BridgeError: There is no agent, or the process broke.
        """
        _ask(self.worker, "dump_coverage")

    def close(self) -> None:
        """Ends the process."""
        self.worker.end()


def _start(profile: JvmProfile) -> Worker:
    try:
        return Worker.python(f"the JVM of profile {profile.name}", "jarparity.references.fresh_worker")
    except WorkerError as error:
        raise BridgeError(str(error)) from error


def _ask(worker: Worker, command: str, **fields: JSON) -> JSON:
    try:
        return worker.ask(command, SECONDS, **fields)
    except RefusedError as refused:
        if refused.kind == ReferenceUnavailableError.__name__:
            raise ReferenceUnavailableError(refused.message) from None
        raise BridgeError(refused.message if refused.kind == BridgeError.__name__ else str(refused)) from None
    except WorkerError as error:
        raise BridgeError(str(error)) from None
