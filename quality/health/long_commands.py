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
        arguments: Of `jarparity`; `{python}` is the interpreter. It runs in the desk's folder `checkout`.
        prepare: Gives the folder the state from which it has something to do.
        same_bytes: Whether it writes the same bytes each time; else what it writes must parse.
        own_cache: Whether it begins with an empty cache, to fill it.
        stays: Whether it runs until its input ends, which is held open meanwhile.
    """

    name: str
    arguments: tuple[str, ...]
    prepare: Callable[[Path], None]
    same_bytes: bool = True
    own_cache: bool = False
    stays: bool = False


def _nothing(_checkout: Path) -> None:
    pass


def _shorter_vectors(checkout: Path) -> None:
    """Vectors of an earlier state: whole and lawful, with one case less."""
    for name in ("flink.math.murmur-hash", "java.string.compare"):
        path = checkout / "fixtures" / f"{name}.jsonl"
        lines = path.read_text("ascii").splitlines(keepends=True)
        header = json.loads(lines[0])
        header["cases"] = len(lines) - 2
        path.write_text(json.dumps(header, separators=(",", ":")) + "\n" + "".join(lines[1:-1]), "ascii")


def _no_digests(checkout: Path) -> None:
    (checkout / "fixtures" / "complete" / "flink.rescale.in-flight.jsonl").unlink(missing_ok=True)


def _other_page(checkout: Path) -> None:
    """A page and inputs of an earlier state, which lack what the search finds."""
    page, inputs = checkout / "docs" / "behaviour-changes.md", _found(checkout)
    page.write_text(page.read_text("utf-8").replace("kafka.protocol.assignment", "kafka.protocol.earlier"), "utf-8")
    kept = json.loads(inputs.read_text("utf-8"))
    kept.pop("kafka.protocol.assignment", None)
    inputs.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


def _found(checkout: Path) -> Path:
    return next((checkout / "conformance" / "jarparity" / "vectors").glob("*.json"))


def _old_report(checkout: Path) -> None:
    (checkout / "report.json").write_text("{}\n", "utf-8")


def _old_page(checkout: Path) -> None:
    (checkout / "page.html").write_text("<!doctype html><html></html>\n", "utf-8")


def _no_copy(checkout: Path) -> None:
    shutil.rmtree(checkout / "vectors", ignore_errors=True)


def _no_pages(checkout: Path) -> None:
    shutil.rmtree(checkout / "pages", ignore_errors=True)


def _no_keys(checkout: Path) -> None:
    shutil.rmtree(checkout / "keys", ignore_errors=True)


_REPORT: Final = ("--format", "json", "--output", "report.json")
_PROGRAM: Final = "{python} -m jarparity serve port"

COMMANDS: Final = (
    LongCommand(
        "originals fetch",
        ("originals", "fetch", "--offline", "--line", "kafka-clients 4.4.0"),
        _nothing,
        own_cache=True,
    ),
    LongCommand(
        "fixtures generate",
        ("fixtures", "generate", "--operation", "flink.math.murmur-hash", "--operation", "java.string.compare"),
        _shorter_vectors,
    ),
    LongCommand("fixtures copy", ("fixtures", "copy", "vectors"), _no_copy),
    LongCommand(
        "check, live",
        ("check", "--reference", "jpype", "--operation", "flink.math.*", "--max-examples", "50", *_REPORT),
        _old_report,
        same_bytes=False,
    ),
    LongCommand(
        "check, of a program",
        ("check", "--reference", "golden", "--operation", "java.*", "--port-cmd", _PROGRAM, *_REPORT),
        _old_report,
        same_bytes=False,
    ),
    LongCommand(
        "prove --record", ("prove", "flink.rescale.in-flight", "--record", "--line", "flink 2.3.0"), _no_digests
    ),
    LongCommand(
        "drift",
        ("drift", "--operation", "kafka.protocol.assignment"),
        _other_page,
    ),
    LongCommand(
        "coverage",
        ("coverage", "--class", "RangeAssignor", "--line", "kafka-clients 4.4.0", "--by", "golden", "--html", "pages"),
        _no_pages,
        same_bytes=False,
    ),
    LongCommand(
        "upstream kafka",
        ("upstream", "kafka", "--line", "* 4.*", "--class", "RoundRobinAssignorTest", *_REPORT),
        _old_report,
        same_bytes=False,
    ),
    LongCommand("live kafka", ("live", "kafka", "--scene", "producer", *_REPORT), _old_report, same_bytes=False),
    LongCommand("report", ("report", "results.json", "--output", "page.html"), _old_page, same_bytes=False),
    LongCommand("serve original", ("serve", "original", "--line", "kafka-clients 4.4.0"), _nothing, stays=True),
    LongCommand(
        "spark generate",
        ("spark", "generate", "keys", "--keys", "20000", "--tasks", "4", "--overwrite"),
        _no_keys,
        same_bytes=False,
    ),
)
