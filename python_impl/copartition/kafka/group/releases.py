"""Releases of Kafka's group coordinator: where a behaviour changed, a function asks which it shall equal."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from copartition.errors import WrongTypeError
from copartition.kafka.assignors.versions import parsed

Release: TypeAlias = tuple[int, ...]
"""The numbers of a release, such as `(4, 0, 2)`."""

NEWEST: Final[Release] = (4, 4, 0)
"""The newest release whose behaviour is known."""

_NUMBERS: Final = 3


def checked_release(release: Release | str) -> Release:
    """A release as its three numbers: fewer would be an older one without a word.

    Args:
        release: A text such as "4.4.0", or its numbers.

    Raises:
        WrongTypeError: It is neither a text nor a tuple.
        ValueError: It hasn't three numbers, or is older or newer than what is known.
    """
    if isinstance(release, tuple):
        try:
            return _of_numbers(release)
        except TypeError:
            pass  # what can't be hashed is no number
    elif isinstance(release, str):
        return parsed(release, "release")
    raise WrongTypeError(f"release must be '4.4.0' or a tuple such as {NEWEST}, not {_given(release)}")


@lru_cache(maxsize=64)
def _of_numbers(release: Release) -> Release:
    if len(release) != _NUMBERS or not all(isinstance(number, int) for number in release):
        raise ValueError(f"release must be '4.4.0' or three numbers such as {NEWEST}, not {release}")
    return parsed(".".join(map(str, release)), "release")


def _given(release: object) -> str:
    return repr(release) if isinstance(release, tuple) else type(release).__name__
