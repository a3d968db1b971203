"""The operations `kafka.replicas.*`: where replicas are placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.kafka.replicas import Broker, assign_replicas, place_replicas
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.inputs import JSON

_MIN_SHORT, _MAX_SHORT = -(1 << 15), (1 << 15) - 1


def _assign(document: JSON, line: str | None = None) -> JSON:
    return _numbered(
        assign_replicas(
            brokers_of(document),
            inputs.int32(document, "partitions"),
            inputs.int32(document, "replicationFactor"),
            inputs.int32(document, "startIndex"),
            inputs.int32(document, "startPartition"),
            scala=line is not None and line.startswith("kafka_2.13 "),
        )
    )


def _place(document: JSON, line: str | None = None) -> JSON:
    factor = inputs.field(document, "replicationFactor")
    newest = {} if line is None else {"release": tuple(int(n) for n in line.split()[-1].split("."))}
    return _numbered(
        place_replicas(
            brokers_of(document),
            inputs.int32(document, "partitions"),
            inputs.checked_number(factor, "input.replicationFactor", _MIN_SHORT, _MAX_SHORT),
            inputs.checked_decimal(inputs.field(document, "seed"), "input.seed"),
            inputs.int32(document, "startPartition"),
            **newest,
        )
    )


def brokers_of(document: JSON) -> list[Broker]:
    """The field `brokers`.

    Raises:
        ValueError: It is missing, or something else.
    """
    brokers = []
    for i, item in enumerate(inputs.items(document, "brokers")):
        path = f"input.brokers[{i}]"
        number = inputs.checked_int32(inputs.field(item, "id", path), f"{path}.id")
        rack, fenced = item.get("rack"), item.get("fenced", False)
        brokers.append(
            Broker(
                number,
                None if rack is None else inputs.checked_text(rack, f"{path}.rack"),
                inputs.checked_boolean(fenced, f"{path}.fenced"),
            )
        )
    return brokers


def _numbered(placed: dict[int, list[int]]) -> JSON:
    return {str(partition): replicas for partition, replicas in placed.items()}


OPERATIONS: dict[str, Callable[..., JSON]] = {
    "kafka.replicas.assign": _assign,
    "kafka.replicas.place": _place,
}
