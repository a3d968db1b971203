"""The real JARs in a JVM of their own, started with a profile, in a process of its own.

What may differ from JVM to JVM under the same JARs, and two opposite profiles in which all of it differs.

A fresh JVM alone shows little: HotSpot draws identity hash codes from a fixed seed, so that an answer which depends on
them is the same at every start of the same JVM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from jarparity.answers import answer_from_json
from jarparity.child_process.worker import RefusedError, Worker, WorkerError
from jarparity.references import BridgeError, ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line


_EXPERIMENTAL: Final = "-XX:+UnlockExperimentalVMOptions"


@dataclass(frozen=True, slots=True)
class Source:
    """Something of the JDK or its surroundings that an answer must not depend on.

    Attributes:
        name: In a few words.
        options_a: The JVM's options in profile A.
        options_b: Those in profile B.
        shown: For people: what the two have.
        canary: Whether there is Java code whose answers differ between the two; without it nothing shows that the
            options take effect.
    """

    name: str
    options_a: tuple[str, ...]
    options_b: tuple[str, ...]
    shown: str
    canary: bool = True


@dataclass(frozen=True, slots=True)
class JvmProfile:
    """How a JVM is started.

    Attributes:
        name: What it is called in messages and tables.
        options: Of the JVM.
        set_order: The iteration order of `Set.of("a", "b")` that it must have come up with, or None for any. No option
            sets it; the JVM draws it from the clock as it starts.
    """

    name: str
    options: tuple[str, ...] = ()
    set_order: str | None = None

    def __str__(self) -> str:
        order = f" and Set.of in the order {self.set_order}" if self.set_order else ""
        return f"profile {self.name} ({' '.join(map(printable, self.options)) or 'no options'}{order})"


SOURCES: Final = (
    Source(
        "default locale",
        ("-Duser.language=tr", "-Duser.country=TR"),
        ("-Duser.language=bn", "-Duser.country=IN"),
        "Turkish, whose lower case of I has no dot; Bengali, whose digits aren't ours",
    ),
    Source(
        "default time zone",
        ("-Duser.timezone=Pacific/Kiritimati",),
        ("-Duser.timezone=Pacific/Pago_Pago",),
        "14 hours before and 11 behind UTC",
    ),
    Source(
        "default charset",
        ("-Dfile.encoding=UTF-16BE",),
        ("-Dfile.encoding=US-ASCII",),
        "two bytes for every letter; none for those beyond ASCII",
    ),
    Source("line separator", ("-Dline.separator=\r\n",), ("-Dline.separator=\r",), "CR LF; CR"),
    Source(
        "identity hash codes",
        (_EXPERIMENTAL, "-XX:hashCode=2"),
        (_EXPERIMENTAL, "-XX:hashCode=0"),
        "all equal; random from another seed than by default",
    ),
    Source("order of Set.of and Map.of", (), (), "forward; backward (the JVM's salt, `ImmutableCollections.SALT32L`)"),
    Source(
        "processors and garbage collector",
        ("-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC"),
        ("-XX:ActiveProcessorCount=64", "-XX:+UseParallelGC"),
        "one, serial; 64, parallel",
    ),
    Source("cache of boxed integers", ("-XX:AutoBoxCacheMax=5000",), (), "up to 5000; up to 127, as by default"),
    Source(
        "words of the JVM's own exceptions",
        ("-XX:-ShowCodeDetailsInExceptionMessages",),
        (),
        "none; helpful ones, as by default",
    ),
    Source(
        "compiler, layout of strings, class data archive",
        ("-XX:TieredStopAtLevel=1", "-XX:-CompactStrings", "-Xshare:off"),
        (),
        "the quick compiler, two bytes a letter, no archive; as by default",
        canary=False,
    ),
    Source("clocks and the seeds drawn from them", (), (), "anew in each JVM: no option sets them"),
)
"""All that the JDK has. `HashMap` has had no seed since 8, nor has `String.hashCode` ever."""


ASSUMED: Final = {
    "digits of the default locale": Source(
        "default locale",
        ("-Duser.language=tr", "-Duser.country=TR"),
        ("-Duser.language=lt", "-Duser.country=LT"),
        "Turkish; Lithuanian, whose lower case of accented I keeps a dot: both with our digits",
    ),
    "line.separator": Source("line separator", ("-Dline.separator=\n",), ("-Dline.separator=\n",), "LF", canary=False),
}
"""By the name of a setting that operations assume (`Operation.assumed`): the source as they are asked under."""


def opposites(assumed: Iterable[str] = ()) -> tuple[JvmProfile, JvmProfile]:
    """Profiles A and B, in which these settings are as assumed; all else differs.

    Raises:
        KeyError: No such setting is known.
    """
    held = {ASSUMED[name].name: ASSUMED[name] for name in assumed}
    sources = [held.get(source.name, source) for source in SOURCES]
    suffix = f", but for its {' and its '.join(held)}" if held else ""
    first = JvmProfile(f"A{suffix}", _together(source.options_a for source in sources), "ab")
    return first, JvmProfile(f"B{suffix}", _together(source.options_b for source in sources), "ba")


def _together(options: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(option for some in options for option in some))


PLAIN: Final = JvmProfile("plain")
"""As this machine has it, but for `jarparity.references.JVM_OPTIONS`."""
PROFILE_A, PROFILE_B = opposites()
"""Whatever the first JVM has, one of these has something else."""


def printable(option: str) -> str:
    """An option on one line."""
    return option.replace("\r", "\\r").replace("\n", "\\n")


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
