"""Handles the tests' requests: an operation and its input as JSON in, the port's reply as JSON out.

Groups on their way between the tests' JVM and the port, packed: a million partitions are a few lists of numbers.

Racks come as `{"racks": [["r1"]…], "of": [0…]}`: lists of racks, and by number of partition which list is its own.
Assignments go as `{"topics": ["t"…], "members": {"A": [0, 5…]}}`: names, and for each partition of a member two
numbers, its name's place and its own.
"""

from __future__ import annotations

import json
import traceback
from typing import TYPE_CHECKING, Any, Final

from jarparity.answers import Error, NoAnswer, Skip, Value, canonical
from jarparity.measures.upstream import claims

if TYPE_CHECKING:
    from jarparity.answers import JSON, Reply
    from jarparity.lines import Line
    from jarparity.ports import Port


def unpacked_group(group: JSON) -> JSON:
    """The assignor's input, as the port gets it."""
    return {**group, "topics": {topic: _unpacked(known) for topic, known in group["topics"].items()}}


def _unpacked(known: JSON) -> JSON:
    if isinstance(known, int):
        return known
    racks = known["racks"]
    return [{"partition": number, "racks": racks[which]} for number, which in enumerate(known["of"])]


def packed_assignment(value: JSON) -> JSON:
    """The port's answer, packed; None where it is no assignment. The tests see what is in the lists."""
    if not isinstance(value, dict):
        return None
    places: dict[str, int] = {}
    members: dict[str, list[int]] = {}
    for member, listed in value.items():
        if not isinstance(listed, list):
            return None
        numbers: list[int] = []
        for pair in listed:
            if type(pair) is not list or [*map(type, pair)] != [str, int]:
                return None
            topic, number = pair
            numbers += places.setdefault(topic, len(places)), number
        members[member] = numbers
    return {"topics": list(places), "members": members}


_EAGER: Final = "kafka.assignor.sticky"
_COOPERATIVE: Final = "kafka.assignor.cooperative-sticky"
_STICKY: Final = (_EAGER, _COOPERATIVE)
_ASSIGNORS: Final = ("kafka.assignor.range", "kafka.assignor.round-robin", *_STICKY)


class RequestHandler:
    """Asks the port.

    Attributes:
        port: What is under test.
        line: The line whose tests ask.
    """

    def __init__(self, port: Port, line: Line) -> None:
        self.port = port
        self.line = line
        self._asked: set[str] = set()

    def answer(self, operation: str, text: bytes) -> bytes:
        """The reply: `{"value"}`, `{"error":{"kind","message"}}` or `{"fault"}`; never raises an `Exception`."""
        try:
            return json.dumps(self._reply(operation, json.loads(text)), separators=(",", ":")).encode()
        except Exception:  # noqa: BLE001 - it would cross into Java and lose its traceback
            return json.dumps({"fault": f"the kit failed: {traceback.format_exc()}"}).encode()

    def take_asked(self) -> list[str]:
        """The operations that were asked since the last call."""
        asked = sorted(self._asked)
        self._asked.clear()
        return asked

    def _reply(self, operation: str, document: JSON) -> JSON:
        assigns = operation in _ASSIGNORS
        asked = unpacked_group(document) if assigns else document
        match self._ask(operation, asked):
            case Value(value) if assigns:
                packed = packed_assignment(value)
                if packed is None:
                    return {"fault": f"the port gave no assignment: {canonical(value)[:200]}"}
                return {"value": packed, **self._notes(operation, asked, value)}
            case Value(value):
                return {"value": value}
            case Error(kind, message):
                return {"error": {"kind": kind, "message": message}}
            case Skip(reason, _):
                return {"fault": f"the port declined: {reason}"}
            case NoAnswer(reason, detail):
                return {"fault": f"the port {reason}: {detail}"}

    def _ask(self, operation: str, document: JSON) -> Reply:
        self._asked.add(operation)
        return next(iter(self.port.replies(operation, self.line, [document])))

    def _notes(self, operation: str, group: JSON, assignment: Any) -> dict[str, JSON]:  # noqa: ANN401 - JSON
        """What a sticky assignor's reply has beside the answer."""
        if operation not in _STICKY:
            return {}
        eager = (lambda: self._eagerly(group)) if operation == _COOPERATIVE else None
        notes = claims.notes(group, assignment, eager)
        return {"sticky": notes.sticky, "transferring": notes.transferring}

    def _eagerly(self, group: JSON) -> JSON:
        reply = self._ask(_EAGER, claims.as_eager(group))
        if not isinstance(reply, Value):
            raise TypeError(f"{_EAGER} gave {reply} to a group that {_COOPERATIVE} answered")
        return reply.value
