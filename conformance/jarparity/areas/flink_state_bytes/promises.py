"""How many elements and bytes stored state promises: the originals ask for memory for all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes.walk import (
    FIXED_SIZES,
    NULL_AS_READ,
    NULL_AS_WRITTEN,
    EndError,
    TooMuchError,
    Walk,
)

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FIXED: Final = frozenset(FIXED_SIZES) | {"sql-timestamp"}


def are_modest(data: bytes, kinds: list[JSON], *, lengths: int = 0) -> bool:
    """Whether an original that reads values of these types, one after the other, is promised little.

    So it is for one that reads all bytes of a null timestamp, too, as a fix of that fault does.

    Args:
        data: The bytes, from the first value on.
        kinds: The types of the values.
        lengths: So many of the values have their length behind them.
    """
    return all(_is_modest(Walk(data, null), kinds, lengths) for null in (NULL_AS_READ, NULL_AS_WRITTEN))


def _is_modest(walk: Walk, kinds: list[JSON], lengths: int) -> bool:
    try:
        walk.values(kinds, lengths=lengths)
    except TooMuchError:
        return False
    except EndError:
        return True
    return True


def is_variable(kind: JSON) -> bool:
    """Whether values of a type take different numbers of bytes, as its serializer says.

    That of void namespaces says 0, and so a tuple with one counts as variable.
    """
    if isinstance(kind, str):
        return kind not in _FIXED
    if kind["type"] == "ttl":
        return is_variable(kind["value"])
    if kind["type"] == "enum":
        return False
    return kind["type"] != "tuple" or any(is_variable(part) or part == "void-namespace" for part in kind["fields"])
