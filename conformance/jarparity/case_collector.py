"""Collects the hand-written cases of one operation, from code and from files: each id once, each input once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity import data, plain_json
from jarparity.answers import canonical
from jarparity.cases import Case
from jarparity.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.operations import Operation

    Expand: TypeAlias = Callable[[str, JSON], JSON]
    """Takes the operation's name and an input as the file has it, in an area's shorthand; gives the whole input."""


_SCHEMA: Final = "cases.schema.json"


class CasesError(UserError, ValueError):
    """A file of hand-written cases is damaged; the message names the file, the field and the fix."""


def _as_written(_: str, document: JSON) -> JSON:
    return document


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

    def read(self, path: Path, expand: Expand = _as_written) -> Cases:
        """Adds the operation's cases of a file such as an area's `cases.json`; gives itself.

        Args:
            path: The file; `schemas/cases.schema.json` has its form.
            expand: What an area's shorthand stands for.

        Raises:
            CasesError: The file doesn't fit the schema, or has no case of the operation.
            OSError: It can't be read.
            ValueError: Another input has one of the ids.
        """
        groups = [group for group in _groups(path) if self._operation in group["operations"]]
        if not groups:
            raise CasesError(f"{path}: groups: none names {self._operation}; add one, or don't read the file for it")
        for group in groups:
            for name, document in group["cases"].items():
                whole = {**group.get("shared", {}), **document}
                self.add(name, expand(self._operation, whole), source=group.get("source"))
        return self

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


def from_file(path: Path, operation: str, expand: Expand = _as_written) -> Cases:
    """The cases of an operation whose hand-written cases are all in a file; as `Cases.read`."""
    return Cases(operation).read(path, expand)


@cache
def _groups(path: Path) -> list[JSON]:
    try:
        document = plain_json.parse(path.read_bytes())
    except ValueError as error:
        raise CasesError(f"{path}: {error}") from error
    for problem in data.validator(_SCHEMA).iter_errors(document):
        raise CasesError(f"{path}: {problem.json_path.lstrip('$.') or 'the file'}: {problem.message}")
    groups: list[JSON] = document["groups"]
    return groups


def written(operation: Operation) -> list[Case]:
    """The hand-written cases of an operation.

    Raises:
        CasesError: Its function `cases` gives something else.
    """
    # What an area of one's own gives has been seen to be anything.
    given: object = operation.cases()
    found: list[Case] = []
    for one in given if isinstance(given, Iterable) else (given,):
        if not isinstance(one, Case):
            raise CasesError(
                f"{operation.name}: its function `cases` gave {type(one).__name__} where jarparity.cases.Case is "
                f"expected: collect them in jarparity.case_collector.Cases({operation.name!r}), which can be returned"
            )
        found.append(one)
    return found


def named(number: int) -> str:
    """A number as a word of an id: `7`, `minus-7`, `min-int`."""
    if number == -(2**31):
        return "min-int"
    if number == 2**31 - 1:
        return "max-int"
    return f"minus-{-number}" if number < 0 else str(number)
