"""Cases of `kafka.assignor.rebalances`: worked examples as histories, and seeded ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_assignors.groups import (
    ARTICLE,
    FOUR_TOPICS,
    GROWING_SUBSCRIPTIONS,
    GROWING_TOPICS,
    TWO_TOPICS,
)
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.cases import Case

_ASSIGNORS = ("range", "round-robin", "sticky", "cooperative-sticky")
_REBALANCE = {"op": "rebalance"}


def rebalances() -> Iterable[Case]:
    """Cases of `kafka.assignor.rebalances`."""
    cases = Cases("kafka.assignor.rebalances")
    for assignor in _ASSIGNORS:
        for name, (topics, steps) in _worked().items():
            plain: JSON = {"assignor": assignor, "topics": topics, "steps": steps}
            cases.add(f"worked/{assignor}/{name}", plain, source=ARTICLE)
            cases.add(f"worked/{assignor}/{name}/user-data", {**plain, "userData": True}, source=ARTICLE)
    return cases


def _worked() -> dict[str, tuple[dict[str, int], list[JSON]]]:
    four = {member: list(FOUR_TOPICS) for member in ("C0", "C1", "C2")}
    back = {"op": "join", "member": "C1", "topics": list(FOUR_TOPICS)}
    return {
        "two-members-two-topics": (
            TWO_TOPICS,
            _joined({member: list(TWO_TOPICS) for member in ("C0", "C1")}),
        ),
        "three-members-four-topics-c1-dies": (
            FOUR_TOPICS,
            [*_joined(four), {"op": "leave", "member": "C1"}, _REBALANCE, _REBALANCE],
        ),
        "three-members-four-topics-c1-returns": (
            FOUR_TOPICS,
            [*_joined(four), {"op": "leave", "member": "C1"}, _REBALANCE, back, _REBALANCE, _REBALANCE],
        ),
        "different-subscriptions-c0-leaves": (
            GROWING_TOPICS,
            [*_joined(GROWING_SUBSCRIPTIONS), {"op": "leave", "member": "C0"}, _REBALANCE, _REBALANCE],
        ),
        "one-by-one": (
            {"T0": 4},
            [
                step
                for member in ("C0", "C1", "C2")
                for step in ({"op": "join", "member": member, "topics": ["T0"]}, _REBALANCE, _REBALANCE)
            ],
        ),
        "topic-grows": (
            {"T0": 2},
            [
                *_joined({"C0": ["T0"], "C1": ["T0"]}),
                {"op": "addPartitions", "topic": "T0", "partitions": 5},
                _REBALANCE,
                {"op": "addTopic", "topic": "T1", "partitions": 3},
                {"op": "subscribe", "member": "C1", "topics": ["T0", "T1"]},
                _REBALANCE,
                {"op": "subscribe", "member": "C1", "topics": ["T1"]},
                _REBALANCE,
            ],
        ),
        "everybody-leaves": (
            {"T0": 2},
            [
                *_joined({"C0": ["T0"]}),
                {"op": "leave", "member": "C0"},
                _REBALANCE,
                *_joined({"C0": ["T0"]}),
            ],
        ),
        "topic-without-metadata": ({"T0": 2}, [*_joined({"C0": ["T0", "gone"], "C1": ["gone"]}), _REBALANCE]),
    }


def _joined(subscriptions: Mapping[str, Sequence[str]]) -> list[JSON]:
    joins = [{"op": "join", "member": m, "topics": list(topics)} for m, topics in subscriptions.items()]
    return [*joins, _REBALANCE]
