"""Standings: what the counts of an operation, on one line or on several, come to in one word."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Standing(Enum):
    """What the counts come to, the worst first; its value is its name in machine output."""

    DIFFERS = "differs"
    ERRORED = "errored"
    VALID = "valid"
    EQUIVALENT = "equivalent"
    KNOWN = "known"
    PARTLY = "partly"
    AGREES = "agrees"
    SKIPPED = "skipped"

    @property
    def symbol(self) -> str:
        """One character; colour is never the only sign."""
        return _SIGNS[self][0]

    @property
    def words(self) -> str:
        """What it means."""
        return _SIGNS[self][1]

    @property
    def verdict(self) -> str:
        """The verdict whose count goes with it."""
        found = {"partly": "agrees", "valid": "differs", "equivalent": "differs"}
        return found.get(self.value, self.value)

    @property
    def is_green(self) -> bool:
        """Whether nothing differs, and something was compared."""
        return self in {Standing.AGREES, Standing.PARTLY}

    @classmethod
    def of(cls, counts: Mapping[str, int], grade: str | None = None) -> Standing | None:
        """The standing of these counts by verdict; None where nothing was asked.

        `page/elements.js` has the same rule, for the lines that are chosen there.

        Args:
            counts: By verdict.
            grade: The worst grade of any answer of the operation, where it has grades.
        """
        if counts.get("errored"):
            return cls.DIFFERS if counts.get("differs") else cls.ERRORED
        if counts.get("differs"):
            return cls(grade) if grade in {"valid", "equivalent"} else cls.DIFFERS
        if counts.get("known"):
            return cls.KNOWN
        if counts.get("agrees"):
            return cls.PARTLY if counts.get("skipped") else cls.AGREES
        return cls.SKIPPED if counts.get("skipped") else None


_SIGNS: Final = {
    Standing.DIFFERS: ("✗", "some answers differ"),
    Standing.ERRORED: ("!", "some cases could not be compared"),
    Standing.VALID: ("~", "differs from Java, but is a valid answer"),
    Standing.EQUIVALENT: ("=", "differs from Java, but is as good an answer"),
    Standing.KNOWN: ("≈", "differs only where the port says so"),
    Standing.PARTLY: ("◐", "what was compared agrees, the rest was skipped"),
    Standing.AGREES: ("✓", "all agree"),
    Standing.SKIPPED: ("–", "all skipped"),  # noqa: RUF001 - a dash as a sign, not in a number
}
