"""References: what gives the true answer. Three routes to one truth: `jpype`, `gateway` and `golden`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from jarparity.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from jarparity.answers import JSON, Answer
    from jarparity.columns import Column
    from jarparity.lines import Line

Groups: TypeAlias = "tuple[tuple[tuple[Line, ...], Answer], ...]"
"""The answers to one input: each distinct one with the lines that gave it, in order; the oldest line's comes first."""

JVM_OPTIONS = ("-Xss4m", "-XX:-OmitStackTraceInFastThrow", "-Duser.language=en", "-Duser.country=US")
"""For every JVM that the kit starts.

Room for deep keys; exceptions that keep their messages when code gets hot; and a locale with the digits 0 to 9, in
which some originals answer (`Operation.assumed`), wherever the machine stands.
"""


BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:NewSize=256m")
"""For a JVM that asks many originals a little: a compiler and a collector that take half of the time.

What runs for minutes in one original, or measures it, is better off without.
"""


class LiveReference(Protocol):
    """The real JARs, behind one bridge. Everything crosses in batches."""

    @property
    def name(self) -> str:
        """`jpype` or `gateway`."""

    @property
    def lines(self) -> Sequence[Line]:
        """The lines that can be asked."""

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """The original's answer to each input, in order, from one round trip.

        Raises:
            BridgeError: The bridge could not do what was asked; never an answer of the original.
        """

    def answers_of_lines(
        self, operation: str, eligible: Mapping[Line, Sequence[int]], inputs: Sequence[JSON]
    ) -> list[Groups]:
        """What several lines answer to the inputs, in order, from one round trip.

        Args:
            operation: Its name.
            eligible: By line, in order, the places of the inputs that it is asked for, ascending.
            inputs: What is asked.

        Raises:
            BridgeError: As above.
        """

    def bulk(
        self, operation: str, line: Line, parameters: Mapping[str, JSON], column: Column, width: int = 1
    ) -> np.ndarray:
        """The original's answers to a whole column: int32, `column.rows` x `width`, flat.

        Raises:
            BridgeError: As above; also where the original threw for any row (the message says what).
        """

    def about(self) -> Mapping[str, str]:
        """Java's version and vendor, and the bridge's version."""

    def close(self) -> None:
        """Ends what this reference started (a JVM in this process lives on until the process ends)."""


class BridgeError(UserError, RuntimeError):
    """The bridge itself failed: an unknown line or operation, an input that it can't read, a broken JAR."""


class ReferenceUnavailableError(UserError, RuntimeError):
    """A reference can't be had here; the message says what is missing and how to get it."""
