"""What a caller hands to a placement must be: errors that name the argument, before anything is placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.kafka.replicas.broker import Broker

if TYPE_CHECKING:
    from collections.abc import Iterable


def ordered_brokers(brokers: Iterable[Broker]) -> tuple[Broker, ...]:
    """The brokers in the order given.

    Raises:
        WrongTypeError: They have no order of their own, or one is no `Broker`.
    """
    return _arguments.tuple_of("brokers", brokers, Broker, ordered=True)
