"""The ids that Kafka gives to topics."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple, Self

from copartition import _arguments
from copartition.java.ints import MASK_64, fold_64

_CHARACTERS: Final = 22
_PRINTED: Final = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]")


class _Halves(NamedTuple):
    most: int
    least: int


class Uuid(_Halves):
    """An id as Kafka makes it: `org.apache.kafka.common.Uuid`.

    Ids are ordered as Java's `compareTo` orders them: by both halves, as signed numbers.

    Attributes:
        most: The most significant 64 bits, int64.
        least: The least significant 64 bits, int64.

    Raises:
        WrongTypeError: A half is no integer.
        ValueError: A half doesn't fit 64 bits.
    """

    __slots__ = ()

    def __new__(cls, most: int, least: int) -> Self:
        """The id of these halves."""
        return super().__new__(cls, _arguments.int64("Uuid.most", most), _arguments.int64("Uuid.least", least))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The id that Kafka prints so: 22 characters of base64url, of which the last is A, Q, g or w.

        Raises:
            WrongTypeError: It is no str.
            ValueError: The text is no such id.
        """
        _arguments.text("text", text)
        if not _PRINTED.fullmatch(text):
            raise ValueError(f"{text!r} is no id of Kafka's: write 22 characters of base64url, as Kafka prints it")
        data = urlsafe_b64decode(text + "==")
        return cls(int.from_bytes(data[:8], signed=True), int.from_bytes(data[8:], signed=True))

    def java_hash_code(self) -> int:
        """`Uuid.hashCode()`, int32."""
        return fold_64(self.most ^ self.least)

    def __str__(self) -> str:
        data = (self.most & MASK_64).to_bytes(8) + (self.least & MASK_64).to_bytes(8)
        return urlsafe_b64encode(data)[:_CHARACTERS].decode()
