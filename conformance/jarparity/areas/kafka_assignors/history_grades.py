"""The grader of rebalance histories: a history is as good as its worst assignment.

A port that once gives another member a partition has another past from then on: what its members send, what stays and
what must wait is judged by that past, its own, and compared with how the original does by its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.answers import Error, Value
from jarparity.areas.kafka_assignors.grades import (
    BESIDE_THE_POINT,
    Given,
    alike,
    is_valid,
    quality,
    read,
    waiting_for_others,
)
from jarparity.areas.kafka_assignors.realistic import is_group
from jarparity.grades import Grade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON, Answer

_REMEMBERING: Final = ("sticky", "cooperative-sticky")


@dataclass(slots=True)
class _Group:
    """A group at one point of its history: as the steps made it, and what each side's members had last."""

    topics: dict[str, int]
    members: dict[str, JSON] = field(default_factory=dict)
    had: Given = field(default_factory=dict)
    had_there: Given = field(default_factory=dict)

    def make(self, step: JSON) -> None:
        """Any step but a rebalance."""
        match step["op"]:
            case "join":
                member = {"id": step["member"], "topics": step["topics"], "instance": step.get("instance")}
                self.members[step["member"]] = member
            case "subscribe":
                self.members[step["member"]] = self.members[step["member"]] | {"topics": step["topics"]}
            case "leave":
                for known in (self.members, self.had, self.had_there):
                    known.pop(step["member"], None)
            case _:
                self.topics[step["topic"]] = step["partitions"]

    def claims(self, had: Given) -> Given:
        """What members still own: a topic that one left is given up."""
        return {
            name: [each for each in had.get(name, ()) if each[0] in member["topics"]]
            for name, member in self.members.items()
        }


def of_history(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Each assignment as those of its assignor are graded; sent bytes have to be right while the past is the same."""
    if isinstance(expected, Error):
        return BESIDE_THE_POINT
    theirs, ours = _entries(expected), _entries(got)
    if theirs is None or ours is None or len(theirs) != len(ours):
        return Grade.WRONG
    group, worst, pairs = _Group(dict(document["topics"])), Grade.EQUIVALENT, iter(zip(theirs, ours, strict=True))
    for step in document["steps"]:
        if step["op"] != "rebalance":
            group.make(step)
            continue
        their, our = next(pairs, ({}, {}))
        if group.had == group.had_there and their.get("userData") != our.get("userData"):
            return Grade.WRONG
        worst = min(worst, _graded(document["assignor"], group, their, our))
        for entry, known in ((their, "had_there"), (our, "had")):
            given = read(Value(entry.get("assignment")))
            if given is not None:
                setattr(group, known, given)
    return worst


def _graded(assignor: str, group: _Group, their: JSON, our: JSON) -> Grade:
    document = {"topics": group.topics, "members": list(group.members.values())}
    if "error" in their or not is_group(document):
        return BESIDE_THE_POINT
    given, right = read(Value(our.get("assignment"))), read(Value(their["assignment"]))
    if given is None or right is None:
        return Grade.WRONG
    # Originals themselves may break rules, by faults of their own: what they do with this past is good enough.
    if alike(given, right) and group.had == group.had_there:
        return Grade.EQUIVALENT
    owned = group.claims(group.had)
    cooperates = assignor == "cooperative-sticky"
    claimed = {each for its in owned.values() for each in its} if cooperates else set()
    may_wait = waiting_for_others(document, owned) if cooperates else set()
    taken = any(each in claimed and each not in owned.get(name, ()) for name, its in given.items() for each in its)
    if taken or not is_valid(document, given, may_wait):
        return Grade.WRONG
    if assignor in _REMEMBERING:
        as_good = quality(given, owned) == quality(right, group.claims(group.had_there))
    else:
        as_good = alike(given, right)
    return Grade.EQUIVALENT if as_good else Grade.VALID


def _entries(answer: Answer) -> list[dict[str, JSON]] | None:
    """The rebalances, each with `assignment` or `error`; None where it is no history."""
    if not (isinstance(answer, Value) and isinstance(answer.value, list)):
        return None
    return list(_forms(answer.value))


def _forms(entries: list[JSON]) -> Iterator[dict[str, JSON]]:
    for entry in entries:
        if isinstance(entry, dict) and ("userData" in entry or "kind" in _error(entry)):
            yield entry
        else:
            yield {"assignment": entry}


def _error(entry: dict[str, JSON]) -> JSON:
    found = entry.get("error")
    return found if isinstance(found, dict) else {}
