"""Releases of Kafka's group coordinator: where a behaviour changed, a function asks which it shall equal."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.kafka.assignors.versions import parsed

Release: TypeAlias = tuple[int, ...]
"""The numbers of a release, such as `(4, 0, 2)`."""

NEWEST: Final[Release] = (4, 4, 0)
"""The newest release whose behaviour is known."""

_NUMBERS: Final = 3


def has_fixes_of_4_2(release: Release) -> bool:
    """Whether a release has the fixes of 4.2.0 that 4.0.2 and 4.1.2 have, too: KAFKA-19449 and KAFKA-19862."""
    return (4, 0, 2) <= release < (4, 1) or release >= (4, 1, 2)


def limits_what_it_reads(release: Release) -> bool:
    """Whether generated classes refuse counts that can't be: those of 4.4.0 do, and those of 4.2.2."""
    return (4, 2, 2) <= release < (4, 3) or release >= (4, 4)


def checked_release(release: Release | str) -> Release:
    """A release as its three numbers: fewer would be an older one without a word.

    Args:
        release: A text such as "4.4.0", or its numbers.

    Raises:
        WrongTypeError: It is neither a text nor a tuple, or a number no integer.
        ValueError: It hasn't three numbers, or is older or newer than what is known.
    """
    if isinstance(release, str):
        return parsed(release, "release")
    if not isinstance(release, tuple):
        raise WrongTypeError(f"release must be '4.4.0' or a tuple such as {NEWEST}, not {type(release).__name__}")
    if len(release) != _NUMBERS:
        raise ValueError(f"release must be '4.4.0' or three numbers such as {NEWEST}, not {release}")
    return _of_numbers(*[_arguments.int32("release", number) for number in release])


@lru_cache(maxsize=64)
def _of_numbers(*release: int) -> Release:
    return parsed(".".join(map(str, release)), "release")
