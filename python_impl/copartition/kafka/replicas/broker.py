"""A broker, as far as placing replicas on it goes."""

from __future__ import annotations

from dataclasses import dataclass

from copartition import _arguments
from copartition.java.strings import joined


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker.

    Attributes:
        id: Its `node.id`, 0 to 2147483647: no broker starts with another one.
        rack: Its `broker.rack`, or None; two halves of a surrogate pair become the character that they are in Java.
        fenced: Whether it is registered but must not lead: it has not caught up, or is shutting down.

    Raises:
        WrongTypeError: `id` is no integer, `rack` neither a str nor None, or `fenced` no bool.
        ValueError: `id` is negative, or doesn't fit 32 bits.
    """

    id: int
    rack: str | None = None
    fenced: bool = False

    def __post_init__(self) -> None:
        number = _arguments.count("Broker.id", self.id)
        if number is not self.id:  # setting a field of a frozen value is slow, and rarely needed
            object.__setattr__(self, "id", number)
        _arguments.optional_text("Broker.rack", self.rack)
        if self.rack is not None:
            object.__setattr__(self, "rack", joined(self.rack))
        fenced = _arguments.boolean("Broker.fenced", self.fenced)
        if fenced is not self.fenced:
            object.__setattr__(self, "fenced", fenced)
