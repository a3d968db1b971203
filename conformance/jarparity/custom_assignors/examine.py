"""What a custom assignor is asked, group by group: rules, determinism, and the same answer inside the interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from jarparity import registry
from jarparity.answers import Error, Value, canonical, same, to_json
from jarparity.custom_assignors.real_interface import OPERATION, answer_inside, round_trip
from jarparity.ports.callables import raised_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.custom_assignors.adapter import AssignorAdapter
    from jarparity.lines import Line
    from jarparity.references import LiveReference


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with an assignor: each kind is a class of its own.

    Attributes:
        line: The line on which it was seen.
        document: The group.
        sentences: What was seen.
    """

    title: ClassVar[str]
    line: Line
    document: JSON
    sentences: tuple[str, ...]


class ContractBroken(Finding):
    """It breaks rules; a sentence each."""

    title = "breaks the rules of the group protocol"


class Raises(Finding):
    """It raises an exception: in a group, no member would get anything."""

    title = "raises an exception"


class NonDeterministic(Finding):
    """New instances answer the same group otherwise a second time, or in another order of members."""

    title = "answers the same group otherwise"


class UserDataChanged(Finding):
    """The leader doesn't get the user data that a member sent."""

    title = "sends user data that arrive otherwise"


class DiffersInside(Finding):
    """Inside the line's real interface it answers otherwise than in Python."""

    title = "answers otherwise inside the real interface"


@dataclass(slots=True)
class Unread:
    """Groups in which a partition of a topic to which a member subscribes went to no member, and none owns it still.

    Attributes:
        groups: How many, by their text.
        smallest: The shortest of them; None where there is none.
    """

    groups: set[str] = field(default_factory=set)
    smallest: JSON = None

    def look_at(self, document: JSON, assignment: JSON) -> None:
        """Counts a group, if it is one."""
        given = {(topic, number) for parts in assignment.values() for topic, number in parts}
        given |= {(topic, number) for member in document["members"] for topic, number in member.get("owned") or ()}
        wanted = {topic for member in document["members"] for topic in member["topics"]}
        every = {
            (topic, number)
            for topic, many in document["topics"].items()
            if topic in wanted
            for number in range(many if isinstance(many, int) else len(many))
        }
        if every <= given:
            return
        text = canonical(document)
        self.groups.add(text)
        if self.smallest is None or len(text) < len(canonical(self.smallest)):
            self.smallest = document


@dataclass(frozen=True, slots=True)
class Examiner:
    """Asks everything about groups.

    Attributes:
        adapter: The assignor.
        lines: The lines, in the order in which they are asked.
        reference: The real JARs through JPype; None leaves the real interface out.
        any_order: The assignor claims that the order in which the members come doesn't matter.
        unread: Where a partition went to no one: no rule forbids it, and no member reads it.
    """

    adapter: AssignorAdapter
    lines: Sequence[Line]
    reference: LiveReference | None
    any_order: bool = False
    unread: Unread = field(default_factory=lambda: Unread())

    def examine(self, document: JSON) -> Finding | None:
        """The first thing that is wrong on any line that takes the group; None for nothing.

        Raises:
            BridgeError: The bridge itself failed.
        """
        for line in registry.operation(OPERATION).eligible_lines(self.lines, document):
            finding = self._in_python(line, document)
            if finding is None and self.reference is not None:
                finding = self._inside(self.reference, line, document)
            if finding is not None:
                return finding
        return None

    def _in_python(self, line: Line, document: JSON) -> Finding | None:
        try:
            violations = self.adapter.violations(document, str(line))
        except Exception as error:  # noqa: BLE001 - whatever a user's class raises is a finding
            return _raises(line, document, _error(error))
        if violations:
            return ContractBroken(line, document, tuple(violations))
        first = self._answer(line, document)
        if isinstance(first, Error):
            return _raises(line, document, first)
        again = self._answer(line, document)
        if not same(first, again, messages=True):
            return NonDeterministic(line, document, ("asked twice, new instances each time:", *_apart(first, again)))
        if self.any_order:
            turned = {**document, "members": document["members"][::-1]}
            other = self._answer(line, turned)
            if not isinstance(other, Value) or other.value["assignment"] != first.value["assignment"]:
                sentences = ("the members in the given order, and in the opposite one:", *_apart(first, other))
                return NonDeterministic(line, document, sentences)
        if isinstance(first, Value):
            self.unread.look_at(document, first.value["assignment"])
        return None

    def _inside(self, reference: LiveReference, line: Line, document: JSON) -> Finding | None:
        python = self._answer(line, document)
        java = answer_inside(reference, line, self.adapter, document)
        if not same(python, java, messages=True):
            return DiffersInside(line, document, ("in Python, and inside the interface:", *_apart(python, java)))
        sent: dict[str, str | None] = python.value["userData"] if isinstance(python, Value) else {}
        arrived = dict(zip(sent, round_trip(reference, line, list(sent.values())), strict=True))
        if arrived != sent:
            return UserDataChanged(line, document, ("sent, and read:", canonical(sent), canonical(arrived)))
        return None

    def _answer(self, line: Line, document: JSON) -> Answer:
        try:
            return Value(self.adapter.answer(document, str(line)))
        except Exception as error:  # noqa: BLE001 - as above
            return _error(error)


def _error(error: Exception) -> Error:
    return Error(str(getattr(error, "kind", type(error).__name__)), str(error), raised_at(error))


def _raises(line: Line, document: JSON, error: Error) -> Raises:
    where = (f"raised in {error.where}",) if error.where else ()
    return Raises(line, document, (f"{error.kind}: {error.message}", *where))


def _apart(one: Answer, other: Answer) -> tuple[str, str]:
    """Both answers, less the fields that are equal in both."""
    if isinstance(one, Value) and isinstance(other, Value):
        unequal = [name for name in one.value if canonical(one.value[name]) != canonical(other.value.get(name))]
        here, there = ({name: of.value.get(name) for name in unequal} for of in (one, other))
        return canonical(here), canonical(there)
    return canonical(to_json(one)), canonical(to_json(other))
