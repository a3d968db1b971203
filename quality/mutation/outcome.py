"""What became of a mutant."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from jarparity.answers import JSON


@dataclass(frozen=True, slots=True)
class Killed:
    """A case told it from the port.

    Attributes:
        case: The case, by operation and id; empty where the port could no longer be loaded.
        how: `answer`, `time` (it ran on and on), or `loading`.
    """

    case: str
    how: str


@dataclass(frozen=True, slots=True)
class Survived:
    """No case told it from the port.

    Attributes:
        asked: How many cases were asked: all that run the changed lines.
    """

    asked: int


@dataclass(frozen=True, slots=True)
class Died:
    """The copy that held it ended without a verdict: nothing is known, and nothing is counted as killed."""

    text: str


Outcome: TypeAlias = Killed | Survived | Died

_KINDS = {"killed": Killed, "survived": Survived, "died": Died}


def to_json(outcome: Outcome) -> JSON:
    """As the cache keeps it."""
    return {"kind": type(outcome).__name__.lower(), **asdict(outcome)}


def from_json(document: JSON) -> Outcome:
    """The inverse of `to_json`."""
    fields = dict(document)
    outcome: Outcome = _KINDS[fields.pop("kind")](**fields)
    return outcome
