"""All known bugs, in the order in which a verdict names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.bugs import (
    known_aggregates,
    known_assignors,
    known_groups,
    known_kafka,
    known_keys,
    known_prekeyed,
    known_reassign,
    known_replicas,
    known_rescale,
    known_rows,
    known_source,
    known_source_bytes,
    known_states,
    known_watermarks,
    misread,
)

if TYPE_CHECKING:
    from jarparity.bugs.bug import Bug
    from jarparity.bugs.misread import Misread

BUGS: Final[tuple[Bug, ...]] = (
    *known_keys.BUGS,
    *known_groups.BUGS,
    *known_rows.BUGS,
    *known_kafka.BUGS,
    *known_assignors.BUGS,
    *known_rescale.BUGS,
    *known_states.BUGS,
    *known_aggregates.BUGS,
    *known_prekeyed.BUGS,
    *known_watermarks.BUGS,
    *known_source.BUGS,
    *known_replicas.BUGS,
    *known_reassign.BUGS,
    *known_source_bytes.BUGS,
)

MISREADINGS: Final[tuple[Misread, ...]] = misread.MISREADINGS
"""Bugs that recorded answers to other inputs speak for; no case is tagged with them."""

_BY_TAG: Final = {bug.tag: bug for bug in (*BUGS, *MISREADINGS)}
_BY_OPERATION: Final = {
    operation: tuple(bug for bug in BUGS if operation in bug.operations)
    for operation in {operation for bug in BUGS for operation in bug.operations}
}


def bug(tag: str) -> Bug:
    """The bug of this name.

    Raises:
        KeyError: There is none; the message names the nearest.
    """
    import difflib  # noqa: PLC0415 - only for the message

    if tag in _BY_TAG:
        return _BY_TAG[tag]
    near = difflib.get_close_matches(tag, _BY_TAG, n=3)
    raise KeyError(f"no bug {tag!r}" + (f"; did you mean {', '.join(near)}?" if near else "; see `fixtures/tags.json`"))


def bugs_of(operation: str) -> tuple[Bug, ...]:
    """The bugs that spoil an operation."""
    return _BY_OPERATION.get(operation, ())
