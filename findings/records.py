"""What each release said to a finding's program, as `expected.json` keeps it, and how today's answer is compared."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from findings.declared import FindingError
from jarparity import data, whole_file
from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from findings.declared import Finding

EXPECTED: Final = "expected.json"
SCHEMA: Final = "jarparity-findings-1"
_SCHEMA: Final = "findings.schema.json"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a release said.

    Attributes:
        faulty: Whether the program ended with the code that says so.
        output: Its lines.
    """

    faulty: bool
    output: tuple[str, ...]


def read(finding: Finding) -> dict[Line, Answer]:
    """What is recorded, by release in order; nothing where nothing was recorded yet.

    Raises:
        FindingError: The record isn't in its schema, is another finding's, or names a release twice.
    """
    path = finding.folder / EXPECTED
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    for error in data.validator(_SCHEMA).iter_errors(document):
        raise FindingError(f"{path}: {'.'.join(map(str, error.absolute_path)) or 'the document'}: {error.message}")
    if document["finding"] != finding.name:
        raise FindingError(f"{path}: is the record of {document['finding']}")
    recorded: dict[Line, Answer] = {}
    for group in document["answers"]:
        for release in map(Line.parse, group["releases"]):
            if release in recorded:
                raise FindingError(f"{path}: {release} stands twice")
            recorded[release] = Answer(group["faulty"], tuple(group["output"]))
    return dict(sorted(recorded.items()))


def write(finding: Finding, answers: Mapping[Line, Answer]) -> None:
    """Records answers: releases that agree stand together, in order of their first."""
    document = {
        "schema": SCHEMA,
        "finding": finding.name,
        "answers": [
            {"releases": list(map(str, releases)), "faulty": answer.faulty, "output": list(answer.output)}
            for answer, releases in grouped(answers).items()
        ],
    }
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    whole_file.replace(finding.folder / EXPECTED, text.encode())


def grouped(answers: Mapping[Line, Answer]) -> dict[Answer, list[Line]]:
    """The releases of each answer, in order."""
    groups: dict[Answer, list[Line]] = {}
    for release, answer in sorted(answers.items()):
        groups.setdefault(answer, []).append(release)
    return groups


def differences(recorded: Mapping[Line, Answer], seen: Mapping[Line, Answer]) -> Iterator[str]:
    """How today's answers differ from the recorded ones, worse or better, a text a release."""
    for release, answer in seen.items():
        known = recorded.get(release)
        if known is None:
            yield f"{release}: nothing is recorded of it: `python -m findings --record` does"
        elif known != answer:
            yield f"{release}: {_change(known, answer)}"


def _change(known: Answer, answer: Answer) -> str:
    if known.faulty and not answer.faulty:
        what = "the fault is gone, and was recorded"
    elif answer.faulty and not known.faulty:
        what = "has the fault, and was recorded without it"
    else:
        what = "says otherwise than was recorded"
    lines = difflib.ndiff(known.output, answer.output)
    return "\n".join([what, *(f"    {line}" for line in lines if line[:2] in {"- ", "+ "})])
