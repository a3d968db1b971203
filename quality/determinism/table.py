"""What is written to docs/quality.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import catalogue
from jarparity.references.settings import ASSUMED, SOURCES, printable
from quality.determinism.asking import PROJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quality.determinism.asking import Found


def text(found: Sequence[Found]) -> str:
    """The section: the JVMs with what they answered, what differs between them, and what is declared to vary."""
    return "\n".join([*_jvms(found), *_words(found), "", *_sources(), "", *_assumed(), "", *_declared()])


def _jvms(found: Sequence[Found]) -> Iterator[str]:
    yield "Every vector, on every line that takes it, answered in other JVMs: *compared / other than recorded*."
    yield ""
    projects = list(dict.fromkeys(PROJECTS.values()))
    yield f"| JDK | JVM | {' | '.join(projects)} | other words only, of errors whose text isn't compared |"
    yield f"|---|---|{'---|' * (len(projects) + 1)}"
    for one in found:
        cells = [f"{one.asked[project]:,} / {one.varying[project]:,}" for project in projects]
        yield f"| {one.java} | {one.setting} | {' | '.join(cells)} | {one.words.total():,} |"


def _words(found: Sequence[Found]) -> Iterator[str]:
    jvms = [f"{one.java} {one.setting}" for one in found]
    counts = [one.words for one in found]
    yield ""
    yield "Errors in other words, by operation; `excluded`, below, says why."
    yield ""
    yield f"| operation | {' | '.join(jvms)} |"
    yield f"|---|{'---|' * len(jvms)}"
    for name in catalogue.OPERATIONS:
        if any(name in some for some in counts):
            yield f"| `{name}` | {' | '.join(f'{some[name]:,}' for some in counts)} |"


def _sources() -> Iterator[str]:
    yield (
        "What differs between the two JVMs. A canary is Java code that answers by that very thing: that its two "
        "answers differ is asserted in each run, on each JDK. A clock can't be moved by an option of the JVM; the "
        "recorded answers are from another day."
    )
    yield ""
    yield "| source | east; west | options of east | of west | canary |"
    yield "|---|---|---|---|---|"
    for source in SOURCES:
        options = [" ".join(f"`{printable(option)}`" for option in some) for some in (source.east, source.west)]
        canary = "differs" if source.canary else "none: no Java code is known that tells them apart"
        yield f"| {source.name} | {source.shown} | {' | '.join(options)} | {canary} |"


def _assumed() -> Iterator[str]:
    yield "Settings that operations assume: they were asked in JVMs of their own, in which all else differs as above."
    yield ""
    yield "| setting | in those JVMs | options of east | of west |"
    yield "|---|---|---|---|"
    for name, source in ASSUMED.items():
        options = [" ".join(f"`{printable(option)}`" for option in some) for some in (source.east, source.west)]
        yield f"| {name} | {source.shown} | {' | '.join(options)} |"


def _declared() -> Iterator[str]:
    yield "What is declared to vary, to have no order or to be assumed; the headers of the fixtures say the same."
    yield ""
    yield "| operation | | what | why |"
    yield "|---|---|---|---|"
    for operation in catalogue.OPERATIONS.values():
        for kind, varying in (("unordered", operation.unordered), ("excluded", operation.excluded)):
            for one in varying:
                yield f"| `{operation.name}` | {kind} | {one.what} | {one.why} |"
        for assumed in operation.assumed:
            yield f"| `{operation.name}` | assumed | {assumed.setting}: {printable(assumed.value)} | {assumed.why} |"
