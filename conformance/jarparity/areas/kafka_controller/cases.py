"""Hand-written histories of a controller: `cases.json`, in which steps are short.

`"0 to 1 2 3"` reassigns partition 0, `"cancel 0"` takes that back, `"0 isr 1 2"` is its leader's request; `"fence 1"`,
`"shut-down 1"` and `"beat 1"` are heartbeats of broker 1; `"register 1"` is a broker that comes up anew, `"restart 1"`
one that went down cleanly before; others are what they say. Without `create` partition 0 is on the first three brokers.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")


def hand_written() -> Cases:
    """Cases of `kafka.controller.reassignment`."""
    return Cases("kafka.controller.reassignment").read(_FILE, _expand)


def _expand(_: str, short: JSON) -> JSON:
    """The whole input; by default brokers 1 to 5, of two in sync one may fail, and nothing is unclean."""
    brokers = short.get("brokers", [1, 2, 3, 4, 5])
    elr = short.get("elr", False)
    create = {"op": "create", "partitions": short.get("create", [brokers[:3]])}
    return {
        "metadataVersion": short.get("metadata", "4.0-IV3"),
        "eligibleLeaderReplicas": elr,
        "minInsyncReplicas": short.get("min", 2),
        "unclean": short.get("unclean", False),
        "brokers": brokers,
        "steps": [create, *map(_step, short["steps"])] if short.get("created", True) else [*map(_step, short["steps"])],
    }


def _step(short: JSON) -> JSON:
    if not isinstance(short, str):
        return short
    first, *rest = short.split()
    if first.lstrip("-").isdigit():
        return _of_partition(int(first), rest)
    return _SHORT[first](first, [*map(int, rest)])


def _of_partition(partition: int, words: list[str]) -> JSON:
    verb, *brokers = words
    numbers = [*map(int, brokers)]
    if verb == "isr":
        return {"op": "isr", "partition": partition, "isr": numbers}
    return {"op": "reassign", "targets": [{"partition": partition, "replicas": numbers}]}


def _beat(fields: JSON) -> object:
    return lambda _, numbers: {"op": "heartbeat", "broker": numbers[0], **fields}


_SHORT: Final[JSON] = {
    "cancel": lambda _, at: {"op": "reassign", "targets": [{"partition": at[0], "replicas": None}]},
    "beat": _beat({}),
    "fence": _beat({"fence": True}),
    "shut-down": _beat({"shutDown": True}),
    "register": lambda _, numbers: {"op": "register", "broker": numbers[0]},
    "restart": lambda _, numbers: {"op": "register", "broker": numbers[0], "cleanly": True},
    "unregister": lambda _, numbers: {"op": "unregister", "broker": numbers[0]},
    "elect": lambda _, at: {"op": "elect", **({"partitions": at} if at else {})},
    "elect-uncleanly": lambda _, at: {"op": "elect", "unclean": True, **({"partitions": at} if at else {})},
    "min": lambda _, numbers: {"op": "config", "minInsyncReplicas": numbers[0]},
    "balance": lambda op, _: {"op": op},
    "elect-offline": lambda op, _: {"op": op},
    "list": lambda op, _: {"op": op},
}
