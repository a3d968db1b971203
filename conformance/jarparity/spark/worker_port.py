"""The port on Spark's workers: opened once in each process, asked for whole columns, or for single inputs.

Bringing Python code to executors on other machines: our own packages, and the port's.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.abandoned import temporary_folder
from jarparity.answers import Error, NoAnswer, Reply, Skip, Value
from jarparity.ports import PortBulkError
from jarparity.ports.load import DEFAULT, open_port
from jarparity.ports.process import TIMEOUT
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import SparkSession

    from jarparity.ports import Port
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement


_COMPILED: Final = (".so", ".pyd", ".dylib")
_LEFT_OUT: Final = ("__pycache__", "_data")
_HASH_LENGTH: Final = 12


def ship_packages(session: SparkSession, modules: Sequence[str]) -> str | None:
    """Makes modules, and all areas, importable on the executors.

    On other machines each one's top package is added to the session as a zip; numpy and pyarrow have to be installed
    there.

    Args:
        session: The session.
        modules: Modules, such as `jarparity` and `my_package.port`.

    Returns:
        Where the executors are this machine's, the folder in which the last module is; else None.

    Raises:
        SparkPipelineError: A package isn't there, or can't be imported from a zip.
    """
    tops = [module.partition(".")[0] for module in (*(area.module for area in _areas()), *modules)]
    if str(session.sparkContext.master).startswith("local"):
        return str(_installed(tops[-1])[0])
    here = list(sys.path)
    for name in dict.fromkeys(tops):
        session.sparkContext.addPyFile(str(packed(name)))
    # Spark lets the driver import them from its copy, too, which is gone with the session, and the sources with it.
    sys.path[:] = here
    return None


def packed(name: str) -> Path:
    """The zip of a top-level package or module, as it is installed here.

    Raises:
        SparkPipelineError: It isn't there, or can't be imported from a zip.
    """
    base, files = _found(name)
    if compiled := [path.name for path in files if path.suffix in _COMPILED]:
        raise SparkPipelineError(
            f"the package {name} has compiled parts ({compiled[0]}), which Python can't import from a zip: install it "
            "on the executors, or run where they are this machine's"
        )
    metadata = _metadata(name)
    total = hashlib.sha256(repr(metadata).encode())
    for path in files:
        total.update(path.read_bytes())
    place = Path(tempfile.gettempdir()) / f"{name}-{total.hexdigest()[:_HASH_LENGTH]}.zip"
    if not place.is_file():
        with temporary_folder("jarparity-packages-") as folder:
            half = folder / place.name
            with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as made:
                for path in files:
                    made.write(path, path.relative_to(base).as_posix())
                for inside, text in metadata:
                    made.writestr(inside, text)
            half.replace(place)
    return place


def _metadata(name: str) -> list[tuple[str, str]]:
    """The paths and texts of the metadata by which the areas of a package are found, also in a zip."""
    distributions = {p.dist.name: p.dist for p in _areas() if p.dist and p.module.partition(".")[0] == name}
    return [
        (f"{dist.name}-{dist.version}.dist-info/{file}", dist.read_text(file) or "")
        for dist in distributions.values()
        for file in ("METADATA", "entry_points.txt")
    ]


def _areas() -> importlib.metadata.EntryPoints:
    from jarparity.registry import GROUP  # noqa: PLC0415 - executors don't need all areas

    return importlib.metadata.entry_points(group=GROUP)


def _found(name: str) -> tuple[Path, list[Path]]:
    """The folder in which a top-level package or module is, and its files."""
    base, root = _installed(name)
    if root.is_file():
        return base, [root]
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return base, [path for path in files if not set(_LEFT_OUT) & set(path.relative_to(root).parts)]


def _installed(name: str) -> tuple[Path, Path]:
    """The folder in which a top-level package or module is, and its own folder or file."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise SparkPipelineError(f"there is no Python package {name!r} to ship: is it installed here?")
    place = Path(next(iter(spec.submodule_search_locations or ()), str(spec.origin)))
    return place.parent, place


_INT32: Final = np.iinfo(np.int32)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a port puts the keys of a block.

    Attributes:
        answers: int32, one a key; 0 where it gave none.
        replies: By row, what it answered where that is not an int32.
    """

    answers: np.ndarray
    replies: dict[int, Reply]

    def reply(self, row: int) -> Reply:
        """The port's reply to a key."""
        return self.replies.get(row) or Value(int(self.answers[row]))


@dataclass(frozen=True, slots=True)
class WorkerPort:
    """A port by name; it travels to the workers and is opened there. Made by `WorkerPort.shipped`.

    Attributes:
        name: `module:attribute`; None for our own, or where there is a command.
        command: A program that is the port, or None.
        timeout: Seconds that the program has for a case.
        folder: Where the driver found the port's module, if the executors are on the driver's machine.
    """

    name: str | None = None
    command: str | None = None
    timeout: float = TIMEOUT
    folder: str | None = None

    def shipped(self, session: SparkSession) -> WorkerPort:
        """The same with the kit's and the port's packages on the way to the executors, where these are other machines.

        Raises:
            SparkPipelineError: A package can't be shipped.
        """
        ours = DEFAULT.partition(":")[0]
        module = (self.name or DEFAULT).partition(":")[0]
        return WorkerPort(self.name, self.command, self.timeout, ship_packages(session, ["jarparity", ours, module]))

    def open(self) -> Port:
        """The port, opened once in a process.

        Raises:
            PortError: It isn't there; on a cluster it may have to be shipped.
        """
        return _opened(self)

    def places(self, placement: Placement, block: Block) -> Places:
        """The port's answers to the keys of a block.

        A column that breaks the port is asked key by key: so one odd key breaks no other answer.
        """
        port = self.open()
        if block.is_packed:
            try:
                answers = port.bulk(placement.operation, placement.parameters, block.column_for(placement))
            except PortBulkError:
                answers = None
            if answers is not None:
                return Places(answers, {})
        answers = np.zeros(block.rows, np.int32)
        replies: dict[int, Reply] = {}
        asked = port.replies(placement.operation, placement.line, [*block.inputs(placement)])
        for row, reply in enumerate(asked):
            place = place_of(reply)
            if place is None:
                replies[row] = reply
            else:
                answers[row] = place
        return Places(answers, replies)


@cache
def _opened(port: WorkerPort) -> Port:
    if port.folder is not None and port.folder not in sys.path:
        sys.path.append(port.folder)
    return open_port(port.name, port.command, port.timeout)


def place_of(reply: Reply) -> int | None:
    """The place that a reply is; None where it is none."""
    match reply:
        case Value(int(place)) if not isinstance(place, bool) and _INT32.min <= place <= _INT32.max:
            return place
    return None


def described(reply: Reply) -> str:
    """A reply that is not a place, in a few words."""
    match reply:
        case Error(kind, message):
            return kind if message is None else f"{kind}: {message}"
        case Skip(reason):
            return f"skipped: {reason}"
        case NoAnswer(reason, detail):
            return f"{reason}: {detail}" if detail else reason
        case Value(value):
            return f"answered {value!r}"
