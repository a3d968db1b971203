"""Kafka's reassignment tool: what it reads, what it moves, and what it prints for the way back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Assumed, Operation, Varying
from jarparity.values.shapes import INT32, STRING, extended, listing, record

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_reassign import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

_COMMAND = "org.apache.kafka.tools.reassign.ReassignPartitionsCommand"
_BEFORE = "before 3.7 kafka.admin.ReassignPartitionsCommand"
_TEXT = {"type": "string", "description": "The text of --reassignment-json-file."}
_BROKERS = {**listing(INT32), "uniqueItems": True, "description": "Broker ids, each once."}
_SOME_BROKERS = {**_BROKERS, "minItems": 1, "description": "Broker ids, one or more, each once."}
_ENTRY = record(topic=STRING, partition=INT32, replicas=_SOME_BROKERS)
_ONGOING = record(topic=STRING, partition=INT32, replicas=_BROKERS, adding=_BROKERS, removing=_BROKERS)
_DIRS = {
    **listing({"type": ["string", "null"], "description": "A path, or null where the broker doesn't report it."}),
    "description": "By replica the log directory, or null.",
}
_THROTTLES: JSON = {"type": "object", "additionalProperties": {"type": "string"}}
UNKNOWN_PARTITIONS = Varying(
    "more than one proposed partition without replicas: not asked",
    "the error names the one that the original's hash map has first",
)
REASSIGNMENTS = Varying("partitions, moves and brokers", "the original gives them as hash maps and hash sets")
DIGITS_OF_THROTTLES = Assumed(
    "digits of the default locale",
    "0 to 9",
    "the tool writes throttled replicas by String.format, in those digits; brokers take no others than 0 to 9",
)
DIGITS_OF_LIMITS = Assumed(
    "digits of the default locale",
    "0 to 9",
    "Jackson writes the limit that a text exceeds by String.format, in those digits",
)
LINE_ENDS = Assumed("line.separator", "\\n", "the tool prints by println and %n, which end lines so")
_operation = partial(
    Operation,
    family="kafka-tools",
    formerly=("kafka_2.13",),
    since="2.6.0",
    problems=rules.problems,
)

OPERATIONS: tuple[Operation, ...] = (
    _operation(
        name="kafka.reassign.parse",
        summary="The replicas and log directories that the reassignment tool reads from its file.",
        original=f"{_COMMAND}.parseExecuteAssignmentArgs(String); {_BEFORE}",
        python="copartition.kafka.reassign.parse_reassignment",
        input=record(json=_TEXT),
        answer=record(
            partitions=listing(record(topic=STRING, partition=INT32, replicas=listing(INT32))),
            logDirs=listing(record(topic=STRING, partition=INT32, broker=INT32, dir=STRING)),
        ),
        draw=inputs.text,
        cases=partial(cases.hand_written, "kafka.reassign.parse"),
        enough=512,
        volume_rows=20,
        unordered=(REASSIGNMENTS,),
        varies=True,
        assumed=(DIGITS_OF_LIMITS,),
        notes=(
            "The text is JSON, whose numbers are integers: for other text the tool throws an AdminOperationException "
            "with Jackson's message. Of more than one duplicate, Scala names them in the order of its own hash maps."
        ),
    ),
    _operation(
        name="kafka.reassign.plan",
        summary="What a reassignment copies, and which replicas the tool throttles for it.",
        original=(
            f"{_COMMAND}.calculateProposedMoveMap(Map, Map, Map), calculateLeaderThrottles(Map), "
            f"calculateFollowerThrottles(Map), calculateReassigningBrokers(Map); {_BEFORE}"
        ),
        python="copartition.kafka.reassign.proposed_moves",
        # Before, the tool went by the current replicas alone of a partition that is being reassigned, or is unknown.
        since="2.8.0",
        input=extended(record(current=listing(_ENTRY), proposed=listing(_ENTRY)), reassigning=listing(_ONGOING)),
        answer=record(
            moves=listing(record(topic=STRING, partition=INT32, sources=listing(INT32), destinations=listing(INT32))),
            leaderThrottles=_THROTTLES,
            followerThrottles=_THROTTLES,
            brokers=listing(INT32),
        ),
        draw=inputs.plan,
        cases=partial(cases.hand_written, "kafka.reassign.plan"),
        volume_rows=20,
        unordered=(REASSIGNMENTS,),
        excluded=(UNKNOWN_PARTITIONS,),
        assumed=(DIGITS_OF_THROTTLES,),
        notes="At most one proposed partition has no replicas now: which of two is named depends on hash maps.",
    ),
    _operation(
        name="kafka.reassign.rollback",
        summary="What the tool's --execute prints, with the JSON that moves everything back, and what it refuses.",
        original=f"{_COMMAND}.executeAssignment(Admin, …); {_BEFORE}",
        python="copartition.kafka.reassign.execution_text",
        # Before, it worded two of its errors otherwise.
        since="3.0.0",
        input=extended(
            record(brokers=_BROKERS, current=listing(extended(_ENTRY, logDirs=_DIRS)), json=_TEXT),
            reassigning=listing(record(topic=STRING, partition=INT32)),
        ),
        answer={"type": "string"},
        draw=inputs.rollback,
        cases=partial(cases.hand_written, "kafka.reassign.rollback"),
        enough=256,
        volume_rows=50,
        varies=True,
        assumed=(DIGITS_OF_LIMITS, LINE_ENDS),
        notes=(
            "The whole of executeAssignment runs against an Admin that says what stands in the input and takes every "
            "reassignment, also of unknown partitions, which the tool itself refuses from 3.8 on. Log directories are "
            "named by the brokers, never by the text. At most one proposed topic is unknown."
        ),
    ),
)
