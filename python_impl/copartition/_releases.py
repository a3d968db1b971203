"""Releases of the originals: texts such as `2.3.0`, read as numbers, which compare in their order."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

from copartition.errors import WrongTypeError

Release: TypeAlias = tuple[int, int, int]
"""Major, minor, patch."""

Minor: TypeAlias = tuple[int, int]
"""Major and minor."""

_NUMBERS: Final = r"(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)"


class Product:
    """An original, with the releases whose behaviour is known."""

    __slots__ = ("_gap", "_known", "_last", "_name", "_newest", "_oldest", "_pattern")

    def __init__(
        self, name: str, oldest: Release, newest: str, *, gap: tuple[Minor, Minor] | None = None, suffix: str = ""
    ) -> None:
        """An original.

        Args:
            name: As messages have it.
            oldest: The first release that is known.
            newest: The last one; later patches of it are known, too.
            gap: Between these two there are no releases.
            suffix: A pattern of what may stand behind the numbers, and doesn't count.
        """
        major, minor, *_ = newest.split(".")
        self._name, self._oldest, self._newest = name, oldest, newest
        self._last = (int(major), int(minor))
        self._gap = gap
        self._pattern = re.compile(_NUMBERS + suffix)
        self._known = lru_cache(self._read)

    def parsed(self, version: str, name: str = "version") -> Release:
        """The numbers of a release.

        Args:
            version: The release.
            name: What the caller calls it, for messages.

        Raises:
            WrongTypeError: It is no text.
            ValueError: It names no release with all three numbers, or one whose behaviour isn't known.
        """
        if not isinstance(version, str):
            raise WrongTypeError(f"{name} must be a str such as {self._newest!r}, not {type(version).__name__}")
        return self._known(version, name)

    def _read(self, version: str, name: str) -> Release:
        numbers = self._pattern.fullmatch(version)
        if numbers is None:
            raise ValueError(
                f"{name} must be a release of {self._name} with three numbers, such as {self._newest}, not {version!r}"
            )
        release = (int(numbers[1]), int(numbers[2]), int(numbers[3]))
        if (
            release < self._oldest
            or release[:2] > self._last
            or (self._gap is not None and self._gap[0] < release[:2] < self._gap[1])
        ):
            raise ValueError(
                f"{name} must be a release of {self._name} from {'.'.join(map(str, self._oldest))} to {self._newest}, "
                f"not {version}"
            )
        return release
