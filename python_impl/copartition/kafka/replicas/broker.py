"""A broker, as far as placing replicas on it goes."""

from __future__ import annotations

from dataclasses import dataclass

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.java.strings import joined


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker.

    Attributes:
        id: Its `node.id`, 0 to 2147483647: no broker starts with another one.
        rack: Its `broker.rack`, or None; two halves of a surrogate pair become the character that they are in Java.
        fenced: Whether it is registered but must not lead: it has not caught up, or is shutting down.

    Raises:
        WrongTypeError: `id` is no integer, `rack` neither a str nor None, or `fenced` neither true nor false.
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
        given: object = self.fenced
        if type(given) is not bool:
            if given not in (False, True):  # numpy's bool is; a text such as "false" would count as true
                raise WrongTypeError(f"Broker.fenced must be True or False, not {given!r}")
            object.__setattr__(self, "fenced", bool(given))
