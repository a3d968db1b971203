"""The scenario `pyflink`: on which subtask real PyFlink jobs have their keys.

What PyFlink makes of a key without a `key_type`, a pickle, is not a port's affair: `copartition.flink.pickled` says it.
Where Flink then puts the row of these bytes, and every key of a `key_type`, the port says.
"""

from __future__ import annotations

import struct
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import jarparity
from copartition.flink.pyflink import pickled
from jarparity.abandoned import temporary_folder
from jarparity.child_process.worker import Worker
from jarparity.measures.live.flink.pyflink import job
from jarparity.measures.live.flink.pyflink.environment import PYTHONS, CannotRunError, environment
from jarparity.measures.live.flink.pyflink.samples import PICKLED, pickled_keys, typed_keys
from jarparity.measures.live.scenario import LiveError, NotRun, Step
from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.pyflink.environment import PyFlink
    from jarparity.measures.live.scenario import Oracle
    from jarparity.originals import Progress

OPERATION: Final = "flink.key-group.operator-of-key"

MODES: Final[tuple[Literal["process", "thread"], ...]] = ("process", "thread")
"""Of `python.execution-mode`."""

PARALLELISM: Final = 3
LIMIT: Final = 600
"""The max parallelism: no power of two, and shared evenly by three."""

_SECONDS: Final = 300.0
"""What a job may take: it starts Java, and some fifty operators of Python."""

_REFUSED: Final = "InvalidProgramException"

ALONE: Final = ("unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""What a command is put behind to have a network of its own, which is loopback alone (Linux).

Beam's servers, through which PyFlink speaks with workers that are processes, listen on all addresses; no setting
changes that.
"""


@dataclass(frozen=True, slots=True)
class PyFlinkScenario:
    """Jobs on each Python that has PyFlink.

    Attributes:
        pyflink: The release.
        oracle: The port, as of the same release of Flink.
        cache: The folder of the environments.
        figures: Gets the versions that ran.
        progress: Told what goes on.
    """

    pyflink: PyFlink
    oracle: Oracle
    cache: Path
    figures: dict[str, str]
    progress: Progress

    def __call__(self) -> Iterator[Step | NotRun]:
        """By Python and mode: keys without a `key_type`, keys with one."""
        for python in PYTHONS:
            try:
                executable = environment(self.pyflink, python, self.cache, self.progress)
            except CannotRunError as why:
                yield NotRun(f"Python {python}", str(why))
                continue
            with _jobs(executable) as jobs:
                yield from self._steps(python, jobs)

    def _steps(self, python: str, jobs: Worker) -> Iterator[Step | NotRun]:
        about = jobs.ask("about")
        if about["pyflink"] != self.pyflink.flink.version:
            raise LiveError(f"the environment of PyFlink {self.pyflink.flink.version} has {about['pyflink']}")
        versions = f"Python {about['python']}, cloudpickle {about['cloudpickle']}"
        self.figures[f"PyFlink {about['pyflink']} on {python}"] = versions
        for mode in MODES:
            where = f"Python {python}, {mode} mode"
            if mode == "thread" and about["libpython"] is None:
                yield NotRun(where, "this Python has no shared library, which Java needs to load it")
                continue
            if mode == "process" and not can_be_alone():
                yield NotRun(where, "its servers would listen on all addresses: there is no network of their own here")
                continue
            typed = typed_keys()
            seen = jobs.ask("place", _SECONDS, mode=mode, kinds=[PICKLED, *typed], parallelism=PARALLELISM, limit=LIMIT)
            keys = pickled_keys()
            predicted = self._subtasks([_pickled(one, mode) for one in keys])
            yield _step(f"{where}: {len(keys)} keys without key_type", _names(keys), predicted, seen[PICKLED])
            names = [f"{kind} {name}" for kind, keys in typed.items() for name in _names(keys)]
            documents = [_row([_typed(kind, one)]) for kind, keys in typed.items() for one in keys]
            observed = [subtasks for kind in typed for subtasks in seen[kind]]
            yield _step(f"{where}: {len(names)} keys with key_type", names, self._subtasks(documents), observed)
        yield Step(f"Python {python}: bytes as key_type", _REFUSED, jobs.ask("refusal", mode=MODES[0]))

    def _subtasks(self, keys: Sequence[JSON]) -> list[JSON]:
        documents = [{"key": one, "maxParallelism": LIMIT, "parallelism": PARALLELISM} for one in keys]
        return self.oracle.values_or_replies(OPERATION, documents)


@contextmanager
def _jobs(executable: Path) -> Iterator[Worker]:
    """The process that runs jobs; it, and the Java that it starts, end with the context."""
    kit = Path(jarparity.__file__).parents[1]
    with temporary_folder("jarparity-pyflink-") as folder:
        # Isolated from PYTHONPATH, which is made for another Python.
        command = [*(ALONE if can_be_alone() else ()), str(executable), "-I", job.__file__, str(folder), str(kit)]
        with Worker("the Python with PyFlink", command) as worker:
            yield worker


@cache
def can_be_alone() -> bool:
    """Whether a process can have a network of its own here."""
    try:
        return subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode == 0  # noqa: S603 - ours
    except OSError:
        return False


def _step(name: str, names: Sequence[str], predicted: Sequence[JSON], observed: Sequence[JSON]) -> Step:
    """By key its subtask; where it was seen on none or on several, all of them."""
    seen = [one[0] if len(one) == 1 else one for one in observed]
    return Step(name, dict(zip(names, predicted, strict=True)), dict(zip(names, seen, strict=True)))


def _names(keys: Sequence[object]) -> list[str]:
    """What to call the keys in a report: equal ones can be different keys."""
    return [f"{number} {_short(repr(one))}" for number, one in enumerate(keys)]


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _pickled(value: object, mode: Literal["process", "thread"]) -> JSON:
    """The row of a pickle, or of null."""
    (field,) = pickled(value, mode=mode).fields
    return _row([key("bytes", field.hex()) if isinstance(field, bytes) else key("null", None)])


def _row(fields: list[JSON]) -> JSON:
    return key("row", {"kind": "+I", "fields": fields})


def _typed(kind: str, value: object) -> JSON:
    """The Java key that a `key_type` makes of a Python key."""
    match kind, value:
        case ("TUPLE", (text, number)):
            return key("tuple", [_typed("STRING", text), _typed("LONG", number)])
        case ("ROW", (text, number)):
            return _row([_typed("STRING", text), _typed("LONG", number)])
        case (("FLOAT" | "DOUBLE"), float()):
            form = ">f" if kind == "FLOAT" else ">d"
            return key(kind.lower(), f"0x{struct.pack(form, value).hex()}")
        case (("STRING" | "BOOLEAN"), _):
            return key(kind.lower(), value)
    return key({"INT": "integer", "BIG_DEC": "big-decimal"}.get(kind, kind.lower()), str(value))
