"""Results of `jarparity check --format json` or `ndjson`, read back.

Statuses: what the counts of an operation, on one line or on several, come to in one word.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, registry
from jarparity.answers import answer_from_json, reply_from_json
from jarparity.cases import Case
from jarparity.check.outcome import Exit
from jarparity.errors import UserError
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.report.as_text import as_text
from jarparity.report.text import failure_section
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON


class Status(Enum):
    """What the counts come to, the worst first; its value is its name in machine output."""

    DIFFERS = "differs"
    ERRORED = "errored"
    VALID = "valid"
    EQUIVALENT = "equivalent"
    KNOWN = "known"
    PARTLY = "partly"
    AGREES = "agrees"
    SKIPPED = "skipped"

    @property
    def symbol(self) -> str:
        """One character; colour is never the only sign."""
        return _SIGNS[self][0]

    @property
    def words(self) -> str:
        """What it means."""
        return _SIGNS[self][1]

    @property
    def verdict(self) -> str:
        """The verdict whose count goes with it."""
        found = {"partly": "agrees", "valid": "differs", "equivalent": "differs"}
        return found.get(self.value, self.value)

    @property
    def is_green(self) -> bool:
        """Whether nothing differs, and something was compared."""
        return self in {Status.AGREES, Status.PARTLY}

    @classmethod
    def of(cls, counts: Mapping[str, int], grade: str | None = None) -> Status | None:
        """The status of these counts by verdict; None where nothing was asked.

        `page/elements.js` has the same rule, for the lines that are chosen there.

        Args:
            counts: By verdict.
            grade: The worst grade of any answer of the operation, where it has grades.
        """
        if counts.get("errored"):
            return cls.DIFFERS if counts.get("differs") else cls.ERRORED
        if counts.get("differs"):
            return cls(grade) if grade in {"valid", "equivalent"} else cls.DIFFERS
        if counts.get("known"):
            return cls.KNOWN
        if counts.get("agrees"):
            return cls.PARTLY if counts.get("skipped") else cls.AGREES
        return cls.SKIPPED if counts.get("skipped") else None


_SIGNS: Final = {
    Status.DIFFERS: ("✗", "some answers differ"),
    Status.ERRORED: ("!", "some cases could not be compared"),
    Status.VALID: ("~", "differs from Java, but is a valid answer"),
    Status.EQUIVALENT: ("=", "differs from Java, but is as good an answer"),
    Status.KNOWN: ("≈", "differs only where the port says so"),
    Status.PARTLY: ("◐", "what was compared agrees, the rest was skipped"),
    Status.AGREES: ("✓", "all agree"),
    Status.SKIPPED: ("–", "all skipped"),  # noqa: RUF001 - a dash as a sign, not in a number
}


_UNFINISHED: Final = {
    Exit.INTERRUPTED: "the run was interrupted: a part was compared",
    Exit.INTERNAL: "the kit failed: the references disagree",
    Exit.USAGE: "the run could not begin",
    Exit.NOTHING_CHECKED: "nothing was compared",
}
"""By exit code of the run."""


class ResultError(UserError, ValueError):
    """A file is no result of `jarparity check`; the message names it, what is wrong, and the fix."""


@dataclass(frozen=True, slots=True)
class Result:
    """One run of `jarparity check`.

    Attributes:
        label: The port's name and version, and what tells it from the other results of a report.
        document: As `schemas/report.schema.json` has it.
    """

    label: str
    document: Mapping[str, Any]

    @property
    def operations(self) -> Mapping[str, Mapping[str, int]]:
        """Counts of each verdict by operation."""
        found: Mapping[str, Mapping[str, int]] = self.document["operations"]
        return found

    @property
    def statuses(self) -> dict[str, Status]:
        """By operation; those of which nothing was asked are not there."""
        found = {name: Status.of(counts, self.grade(name)) for name, counts in self.operations.items()}
        return {name: status for name, status in found.items() if status is not None}

    @property
    def stale(self) -> list[tuple[str, str]]:
        """Known divergences that fail the run: the name, and why."""
        entries = self.document["divergences"]
        return [(entry["divergence"], entry["problem"]) for entry in entries if entry["problem"]]

    @property
    def unfinished(self) -> str:
        """Why the run says nothing of what it was to compare; empty where it came to its end."""
        return _UNFINISHED.get(self.document["exit"], "")

    @property
    def day(self) -> str:
        """On which the run ended; empty where the file doesn't say."""
        return str(self.document.get("ended", "")).partition("T")[0]

    def grade(self, operation: str) -> str | None:
        """The worst grade of any answer of an operation; None where nothing of it was compared."""
        graded = self.document["grades"].get(operation)
        return None if graded is None else str(graded["grade"])

    def is_failed(self, operation: str) -> bool:
        """Whether any answer of an operation is below the grade that the run required."""
        grade = self.grade(operation)
        return grade is not None and Grade.of(grade) < Grade.of(self.document["requiredGrade"])

    def lines(self, operation: str) -> Mapping[str, Mapping[str, int]]:
        """Counts by line of the verdicts that occurred."""
        found: Mapping[str, Mapping[str, int]] = self.document["byLine"].get(operation, {})
        return found

    def most_telling(self, operation: str) -> list[tuple[dict[str, Any], int]]:
        """The most telling failure of each kind, with how many cases failed in its way."""
        return [(row, row["cases"]) for row in self.failures(operation) if "cases" in row]

    def failures(self, operation: str) -> list[dict[str, Any]]:
        """The failures that the document has, the most telling first.

        The smallest ones for the grades that were lost come next; these are named in their `lost`.
        """
        rows = [row for row in self.document["failures"] if row["operation"] == operation]
        lost: dict[str, list[str]] = {}
        others = []
        for grade, row in self.document["grades"].get(operation, {"lost": {}})["lost"].items():
            lost.setdefault(row["id"], []).append(grade)
            if len(lost[row["id"]]) == 1 and all(row["id"] != known["id"] for known in rows):
                others.append(row)
        first = [row for row in rows if "cases" in row]
        rest = [row for row in rows if "cases" not in row]
        return [row | {"lost": lost[row["id"]]} if row["id"] in lost else row for row in (*first, *others, *rest)]

    def reasons(self, operation: str) -> list[str]:
        """Why cases were skipped."""
        found: list[str] = self.document["reasons"].get(operation, [])
        return found


def read(paths: Sequence[Path]) -> list[Result]:
    """Reads results, in the order in which they are given.

    Raises:
        ResultError: A file can't be read, or is no result.
    """
    documents = [_document(path) for path in paths]
    return [Result(label, document) for label, document in zip(_labels(documents), documents, strict=True)]


def all_operations(results: Iterable[Result]) -> list[str]:
    """The operations that any result has, in the catalogue's order; ones of another release of the kit stand last."""
    found = {name for result in results for name in result.operations}
    return [name for name in registry.OPERATIONS if name in found] + sorted(found - registry.OPERATIONS.keys())


def all_lines(results: Iterable[Result]) -> list[str]:
    """The lines that any result has counts for, in order."""
    found = {line for result in results for name in result.operations for line in result.lines(name)}
    return [str(line) for line in sorted(map(Line.parse, found))]


def row_text(row: Mapping[str, Any], total: int) -> str:
    """The text on a failure that a document has, as `jarparity check` says it.

    Args:
        row: One of its `failures`.
        total: How many cases of the operation failed in the same way.
    """
    case = Case(row["operation"], row["id"], row["input"], tuple(row.get("tags", ())))
    failure: Differs | Errored
    if row["verdict"] == Differs.name:
        expected = answer_from_json(row["expected"])
        grade = Grade.of(row.get("grade", f"{Grade.WRONG}"))
        failure = Differs(case, tuple(row["lines"]), row["reference"], expected, reply_from_json(row["got"]), grade)
    else:
        reason, detail = row["reason"], row.get("detail", "")
        failure = Errored(case, tuple(row["lines"]), row["reference"], reason, detail, row.get("dissenter"))
    counted = total, row.get("releases", 0)
    return as_text([failure_section(failure, counted, row.get("looksLike", ()), row["reproduce"])])


def _document(path: Path) -> Mapping[str, Any]:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ResultError(f"{path}: is not UTF-8; give a file that `jarparity check --format json` wrote") from None
    found = _last_document(path, text)
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != "jarparity-report-1":
        raise ResultError(
            f"{path}: schema: {schema!r} in place of 'jarparity-report-1'; give a file that "
            "`jarparity check --format json` or `--format ndjson` wrote to its end"
        )
    for wrong in data.validator("report.schema.json").iter_errors(_thinned(found)):
        where = ".".join(map(str, wrong.absolute_path)) or "the document"
        raise ResultError(f"{path}: {where}: {wrong.message[:300]}; run `jarparity check` of this release again")
    return dict(found)


def _thinned(document: Mapping[str, JSON]) -> JSON:
    """The document, but of lines that several failures share all but the first left out: a schema takes its time."""
    rows = document.get("failures")
    if not isinstance(rows, list):
        return document
    seen: list[JSON] = []
    thinned = []
    for row in rows:
        lines = row.get("lines") if isinstance(row, dict) else None
        if isinstance(lines, list) and lines in seen:
            thinned.append(row | {"lines": lines[:1]})
        else:
            seen.append(lines)
            thinned.append(row)
    return {**document, "failures": thinned}


def _last_document(path: Path, text: str) -> JSON:
    """The whole text as JSON, else the last line of a stream, which is the document."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        *_, last = text.rstrip("\n").splitlines() or [""]
    try:
        return json.loads(last)
    except (ValueError, RecursionError) as error:
        raise ResultError(f"{path}: not a jarparity result file: {error}; run `jarparity check` again") from None


def _labels(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name and version; where two results have the same, the reference too, and else a number."""
    labels = [_name(document["port"]) for document in documents]
    twice = Counter(labels)
    labels = [
        f"{label} ({document['reference']})" if twice[label] > 1 else label
        for label, document in zip(labels, documents, strict=True)
    ]
    twice, seen = Counter(labels), Counter[str]()
    for place, label in enumerate(labels):
        seen[label] += 1
        if twice[label] > 1:
            labels[place] = f"{label} #{seen[label]}"
    return labels


def _name(port: Mapping[str, str]) -> str:
    return port["name"] if port["version"] == "unknown" else f"{port['name']} {port['version']}"
