"""The long commands that are killed, each small enough to be run many times, and what each of them writes.

Not all that is long is here: `upstream flink`, `live flink`, `spark check`, `spark profile` and `spark search` are not.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class LongCommand:
    """A command, as it is killed.

    Attributes:
        name: How users call it.
        arguments: Of `jarparity`; `{python}` is the interpreter. It runs in the sandbox's folder `checkout`.
        prepare: Gives the folder the state from which it has something to do.
        same_bytes: Whether it writes the same bytes each time; else what it writes must parse.
        own_cache: Whether it begins with an empty cache, to fill it.
        stays: Whether it runs until its input ends, which is held open meanwhile.
    """

    name: str
    arguments: tuple[str, ...]
    prepare: Callable[[Path], object] = lambda _: None
    same_bytes: bool = True
    own_cache: bool = False
    stays: bool = False


def _shorter_vectors(checkout: Path) -> None:
    """Vectors of an earlier state: whole and valid, with one case less."""
    for name in ("flink.math.murmur-hash", "java.string.compare"):
        path = checkout / "fixtures" / f"{name}.jsonl"
        lines = path.read_text("ascii").splitlines(keepends=True)
        header = json.loads(lines[0])
        header["cases"] = len(lines) - 2
        path.write_text(json.dumps(header, separators=(",", ":")) + "\n" + "".join(lines[1:-1]), "ascii")


def _other_page(checkout: Path) -> None:
    """A page of an earlier state, which lacks an operation."""
    page = checkout / "docs" / "behaviour-changes.md"
    page.write_text(page.read_text("utf-8").replace("kafka.protocol.assignment", "kafka.protocol.earlier"), "utf-8")


def _without(*names: str) -> Callable[[Path], object]:
    def remove(checkout: Path) -> None:
        path = checkout.joinpath(*names)
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    return remove


def _with(name: str, text: str) -> Callable[[Path], object]:
    return lambda checkout: (checkout / name).write_text(text, "utf-8")


_REPORT: Final = ("--format", "json", "--output", "report.json")
_OLD_REPORT: Final = _with("report.json", "{}\n")
_PROGRAM: Final = "{python} -m jarparity serve port"
_NEWEST: Final = ("--line", "kafka-clients 4.4.0")


def _reporting(name: str, *arguments: str) -> LongCommand:
    return LongCommand(name, (*arguments, *_REPORT), _OLD_REPORT, same_bytes=False)


COMMANDS: Final = (
    LongCommand("originals fetch", ("originals", "fetch", "--offline", *_NEWEST), own_cache=True),
    LongCommand(
        "fixtures generate",
        ("fixtures", "generate", "--operation", "flink.math.murmur-hash", "--operation", "java.string.compare"),
        _shorter_vectors,
    ),
    LongCommand("fixtures copy", ("fixtures", "copy", "vectors"), _without("vectors")),
    _reporting("check, live", "check", "--reference", "jpype", "--operation", "flink.math.*", "--max-examples", "50"),
    _reporting(
        "check, of a program", "check", "--reference", "golden", "--operation", "java.*", "--port-cmd", _PROGRAM
    ),
    LongCommand(
        "prove --record",
        ("prove", "flink.rescale.in-flight", "--record", "--line", "flink 2.3.0"),
        _without("fixtures", "complete", "flink.rescale.in-flight.jsonl"),
    ),
    LongCommand("drift", ("drift", "--operation", "kafka.protocol.assignment"), _other_page),
    LongCommand(
        "coverage",
        ("coverage", "--class", "RangeAssignor", *_NEWEST, "--by", "golden", "--html", "pages"),
        _without("pages"),
        same_bytes=False,
    ),
    _reporting("upstream kafka", "upstream", "kafka", "--line", "* 4.*", "--class", "RoundRobinAssignorTest"),
    _reporting("live kafka", "live", "kafka", "--scenario", "producer"),
    LongCommand(
        "report",
        ("report", "results.json", "--output", "page.html"),
        _with("page.html", "<!doctype html><html></html>\n"),
        same_bytes=False,
    ),
    LongCommand("serve original", ("serve", "original", *_NEWEST), stays=True),
    LongCommand(
        "spark generate",
        ("spark", "generate", "keys", "--keys", "20000", "--tasks", "4", "--overwrite"),
        _without("keys"),
        same_bytes=False,
    ),
)
