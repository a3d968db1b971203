"""What a run says at its end: counts by operation, so that no operation hides behind another one's examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from quality.determinism.asking import Found

SHOWN: Final = 3
"""Examples of an operation in one JVM."""


def lines(found: Sequence[Found]) -> Iterator[str]:
    """Each JVM in a line; below it the operations that answer otherwise there, with examples."""
    for one in found:
        yield (
            f"JDK {one.java} {one.setting}: {one.asked.total():,} answers, {one.varying.total():,} other than "
            f"recorded, {one.words.total():,} in other words only"
        )
        yield from _by_operation(one.differences, "other than recorded")
        yield from _by_operation(one.worded, "in other words only")


def _by_operation(sentences: Mapping[str, Sequence[str]], what: str) -> Iterator[str]:
    for name, some in sentences.items():
        yield f"  {name}: {len(some):,} {what}"
        for sentence in some[:SHOWN]:
            yield f"    {sentence}"
