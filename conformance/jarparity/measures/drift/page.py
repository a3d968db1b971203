"""The page `docs/behaviour-changes.md`: a section an operation, each made anew on its own, and read back by a test."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.answers import answer_from_json, canonical, to_json
from jarparity.lines import Line
from jarparity.measures.drift.overview import by_release, overview, spans
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Code, Section, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answer_pairs import Boundary
    from jarparity.answers import JSON, Answer
    from jarparity.measures.drift.changes import Change
    from jarparity.measures.drift.search import Budget, Found
    from jarparity.report.tables import Block

HEAD: Final = """\
# What changed between the releases

Each change of behaviour between two releases of an original, with its ticket, and the smallest input that shows it
with both answers: no member, no partition and no field can be taken away from it. Two indexes come first, by release
and by [operation](operations.md).

Written by `jarparity drift` from the real JARs; don't edit it. `jarparity drift --check` says whether it is what they
do. It compares every two neighbouring releases of the kit: on the golden vectors, on cases that are generated as the
vectors are but from other seeds, and on what Hypothesis draws. A change that the areas' `behaviour-changes.json`
don't list fails the run, and so does one that they list and that is not found. An example stays for as long as it
shows its change and no step makes it smaller, though another search might find one that is shorter: it is a golden
vector, too.

- **Counts** are of the generated cases that both releases take. They say how likely the generators meet a change, not
  how likely a cluster does: half of the groups are malformed ones.
- A case counts to the first change of the list that fits it; where a release changed several things at once, the rest
  stays with the most general.
- **Release** is the release of the original that brought the change: after the older of the two, and at most the newer.
- An older release doesn't know every field; then it is asked the same input without these, and both are shown.
- **Tickets** of Kafka and of Flink's Kafka connector were looked up in their own histories: a commit of that ticket
  lies between the releases. Most of Kafka's were matched by title, the unclear ones, and all of the connector's, by
  reading the change. Flink's were looked up in its pull requests, the releases in their sources. Where that could not
  be verified, it is said.
"""
_SECTION: Final = re.compile(r"^## (?P<name>\S+)\n", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"^<a id=\"(?P<id>[^\"]+)\"></a>\n.*?^```\n(?P<lines>.*?)^```\n", re.MULTILINE | re.DOTALL)
_ROW: Final = re.compile(r"(?P<what>input|answer) of (?P<line>.+?): (?P<json>.*)")


@dataclass(frozen=True, slots=True)
class Example:
    """One example of the page, as a test reads it back.

    Attributes:
        operation: The operation's name.
        change: The change's id.
        inputs: By line the input.
        answers: By line the answer.
    """

    operation: str
    change: str
    inputs: Mapping[Line, JSON]
    answers: Mapping[Line, Answer]


def updated(text: str, sections: Mapping[str, str]) -> str:
    """The page with these sections in place of the ones of the same operations, in the catalogue's order."""
    found = _sections(text) | dict(sections)
    ordered = {name: found[name] for name in registry.OPERATIONS if name in found}
    return "\n".join([HEAD, by_release(ordered), overview(found), *ordered.values()])


def section(found: Found, changes: Sequence[Change], budget: Budget) -> str:
    """An operation's section.

    Args:
        found: What the search saw.
        changes: Those that were looked for.
        budget: How far it went.
    """
    operation = found.operation
    blocks: list[Block] = [f"{operation.summary} Original: `{operation.original}`."]
    blocks += [_table(found) if found.smallest else _unchanged(found), f"Generated from seed {budget.seed}."]
    shown = ((boundary, change) for boundary in found.boundaries for change in changes)
    blocks += [_change(found, *one) for one in shown if one[1].is_at(operation, one[0])]
    return as_markdown([Section(operation.name, tuple(blocks))], str) + "\n"


def provenance(change: Change) -> str:
    """Where a change comes from, as the page says it."""
    doubt = f" Not verified: {change.doubt}" if change.doubt else ""
    return f"Release {change.release}; {', '.join(change.tickets)}.{doubt}"


def read_examples(text: str) -> list[Example]:
    """The examples of a page.

    Raises:
        ValueError: An example's lines are no input and answer of two lines.
    """
    return [
        _example(name, match["id"].partition("/")[2], match["lines"])
        for name, content in _sections(text).items()
        for match in _EXAMPLE.finditer(content)
    ]


def _sections(text: str) -> dict[str, str]:
    starts = list(_SECTION.finditer(text))
    ends = [*(start.start() for start in starts), len(text)][1:]
    return {
        start["name"]: text[start.start() : end].rstrip("\n") + "\n" for start, end in zip(starts, ends, strict=True)
    }


def _table(found: Found) -> Table:
    return Table.of(
        ["boundary", "generated cases that differ"], [(f"{b}", _counts(found, b)) for b in found.boundaries]
    )


def _counts(found: Found, boundary: Boundary) -> str:
    counts = [
        f"[{change}](#{found.operation.name}/{change}) {times:,}"
        for (at, change), times in sorted(found.differing.items(), key=lambda item: -item[1])
        if at == boundary
    ]
    others = any(c.boundary == boundary for c in found.smallest.values())
    none = "none" if others else "none found"
    return f"{', '.join(counts) if counts else none} in {found.asked[boundary]:,}"


def _unchanged(found: Found) -> str:
    lines = [found.boundaries[0].older, *(boundary.newer for boundary in found.boundaries)]
    asked = sorted({found.asked[boundary] for boundary in found.boundaries})
    cases = " to ".join(f"{count:,}" for count in (asked[:1] if len(asked) == 1 else (asked[0], asked[-1])))
    return (
        f"No change on {len(lines)} releases ({spans(lines)}): none of {cases} generated cases differs between any two "
        "neighbours, nor does a recorded or a drawn one."
    )


def _change(found: Found, boundary: Boundary, change: Change) -> str:
    shown = found.smallest[change.id]
    times, asked = found.differing[boundary, change.id], found.asked[boundary]
    met = f"{times or 'none'} of {asked:,} generated cases" + ("" if times else "; recorded or drawn ones show it")
    older, newer = boundary.older, boundary.newer
    rows = [f"input of {older}: {canonical(shown.narrowed)}"]
    rows += [f"input of {newer}: {canonical(shown.input)}"] if shown.narrowed != shown.input else []
    rows += [f"answer of {older}: {canonical(to_json(shown.before))}"]
    rows += [f"answer of {newer}: {canonical(to_json(shown.after))}"]
    words = found.operation.in_words(shown.input) if found.operation.in_words else ""
    return "\n".join(
        [
            f'<a id="{found.operation.name}/{change.id}"></a>',
            f"**{boundary}: {change.id}** ({met}). {change.sentence}",
            provenance(change),
            as_markdown([Code("\n".join(rows))]),
            *([words] if words else []),
        ]
    )


def _example(operation: str, change: str, text: str) -> Example:
    inputs: dict[Line, JSON] = {}
    answers: dict[Line, Answer] = {}
    for row in text.splitlines():
        match = _ROW.fullmatch(row)
        if match is None:
            raise ValueError(f"{operation}, {change}: {row[:80]!r} is no input and no answer of a line")
        document = json.loads(match["json"])
        line = Line.parse(match["line"])
        if match["what"] == "input":
            inputs[line] = document
        else:
            answers[line] = answer_from_json(document)
    older, newer = answers  # in the order of the page
    inputs.setdefault(newer, inputs[older])
    return Example(operation, change, inputs, answers)
