"""Collects the cases of one operation: each id once, each input once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.answers import canonical
from jarparity.cases import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON


class Cases:
    """The cases of one operation, in the order in which they were added.

    An input that is there already is left out, and its first name stays: add published cases first.
    """

    def __init__(self, operation: str) -> None:
        self._operation = operation
        self._by_content: dict[str, Case] = {}
        self._ids: set[str] = set()

    def add(self, name: str, document: JSON, *, source: str | None = None) -> None:
        """Adds a case named by hand.

        Raises:
            ValueError: Another input has this id.
        """
        self._keep(Case(self._operation, name, document, source=source))

    def __iter__(self) -> Iterator[Case]:
        return iter(self._by_content.values())

    def __len__(self) -> int:
        return len(self._by_content)

    def _keep(self, case: Case) -> None:
        content = canonical(case.input)
        if content in self._by_content:
            return
        if case.id in self._ids:
            raise ValueError(f"{self._operation}: the id {case.id} names two inputs; rename one")
        self._ids.add(case.id)
        self._by_content[content] = case


def named(number: int) -> str:
    """A number as a word of an id: `7`, `minus-7`, `min-int`."""
    if number == -(2**31):
        return "min-int"
    if number == 2**31 - 1:
        return "max-int"
    return f"minus-{-number}" if number < 0 else str(number)
