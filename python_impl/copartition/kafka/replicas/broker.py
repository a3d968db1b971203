"""A broker, as far as placing replicas on it goes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker.

    Attributes:
        id: Its `node.id`.
        rack: Its `broker.rack`, or None.
        fenced: Whether it is registered but must not lead: it has not caught up, or is shutting down.
    """

    id: int
    rack: str | None = None
    fenced: bool = False
