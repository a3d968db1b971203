"""What is written to docs/quality.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.references.fresh import ASSUMED, SOURCES, printable
from jarparity.report.tables import Cell, Column, Table
from quality.determinism.asking import PROJECTS
from quality.pages import markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quality.determinism.asking import AskedJvm


def text(asked: Sequence[AskedJvm]) -> str:
    """The section: the JVMs with what they answered, what differs between them, and what is declared to vary."""
    return markdown(
        "Every vector, on every line that takes it, answered in other JVMs: *compared / other than recorded*.",
        _jvms(asked),
        "Errors in other words, by operation; `excluded`, below, says why.",
        _words(asked),
        "What differs between the two profiles. A canary is Java code that answers by that very thing: that its two "
        "answers differ is asserted in each run, on each JDK. A clock can't be moved by an option of the JVM; the "
        "recorded answers are from another day.",
        Table.of(["source", "A; B", "options of A", "of B", "canary"], _sources()),
        "Settings that operations assume: they were asked in JVMs of their own, in which all else differs as above.",
        Table.of(["setting", "in those JVMs", "options of A", "of B"], _assumed()),
        "What is declared to vary, to have no order or to be assumed; the headers of the fixtures say the same.",
        Table.of([Column("operation", code=True), "", "what", "why"], _declared()),
    )


def _jvms(asked: Sequence[AskedJvm]) -> Table:
    projects = list(dict.fromkeys(PROJECTS.values()))
    rows: list[list[Cell]] = [
        [
            f"{one.java}",
            one.profile,
            *(f"{one.asked[project]:,} / {one.varying[project]:,}" for project in projects),
            sum(map(len, one.worded.values())),
        ]
        for one in asked
    ]
    return Table.of(["JDK", "profile", *projects, "other words only, of errors whose text isn't compared"], rows)


def _words(asked: Sequence[AskedJvm]) -> Table:
    rows: list[list[Cell]] = [
        [name, *(len(one.worded.get(name, ())) for one in asked)]
        for name in registry.OPERATIONS
        if any(name in one.worded for one in asked)
    ]
    return Table.of([Column("operation", code=True), *(f"{one.java} {one.profile}" for one in asked)], rows)


def _options(options: Iterable[str]) -> str:
    return " ".join(f"`{printable(option)}`" for option in options)


def _sources() -> Iterator[tuple[str, ...]]:
    for one in SOURCES:
        canary = "differs" if one.canary else "none: no Java code is known that tells them apart"
        yield one.name, one.shown, _options(one.options_a), _options(one.options_b), canary


def _assumed() -> Iterator[tuple[str, ...]]:
    for name, one in ASSUMED.items():
        yield name, one.shown, _options(one.options_a), _options(one.options_b)


def _declared() -> Iterator[tuple[str, ...]]:
    for operation in registry.OPERATIONS.values():
        for kind, varying in (("unordered", operation.unordered), ("excluded", operation.excluded)):
            yield from ((operation.name, kind, one.what, one.why) for one in varying)
        for one in operation.assumed:
            yield operation.name, "assumed", f"{one.setting}: {printable(one.value)}", one.why
