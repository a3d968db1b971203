"""What the cooperative protocol takes out of an assignment: partitions that another member has yet to give up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def transferred_in(
    order: Iterable[int], assigned: Sequence[Sequence[int]], owned: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """`computePartitionsTransferringOwnership`: what one member gets and another one gives up.

    Args:
        order: The members in the order of the original's map.
        assigned: By member, its partitions.
        owned: By member, its partitions before.
    """
    added: dict[int, int] = {}
    revoked: set[int] = set()
    for member in order:
        before, after = owned[member], assigned[member]
        if before != after:  # most members keep just what they have
            had = set(before)
            added.update(dict.fromkeys((number for number in after if number not in had), member))
            revoked.update(had.difference(after))
    return {number: member for number, member in added.items() if number in revoked}


def remove_transferred(assigned: Sequence[list[int]], transferred: Mapping[int, int]) -> None:
    """`adjustAssignment`: each of the partitions leaves the list of the member that gets it, once."""
    leaving: dict[int, set[int]] = {}
    for number, member in transferred.items():
        leaving.setdefault(member, set()).add(number)
    for member, gone in leaving.items():
        kept: list[int] = []
        for number in assigned[member]:
            if number in gone:
                gone.remove(number)
            else:
                kept.append(number)
        assigned[member][:] = kept
