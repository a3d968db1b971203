"""What a caller hands to a placement must be: errors that name the argument, before anything is placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.kafka.replicas.broker import Broker

if TYPE_CHECKING:
    from collections.abc import Iterable


def ordered_brokers(brokers: Iterable[Broker]) -> tuple[Broker, ...]:
    """The brokers in the order given.

    Raises:
        WrongTypeError: They have no order of their own, or one is no `Broker`.
    """
    if isinstance(brokers, _arguments.UNORDERED):
        raise WrongTypeError(
            f"brokers must be a list or tuple, not {type(brokers).__name__}: replicas follow its order"
        )
    return _arguments.tuple_of("brokers", brokers, Broker)
