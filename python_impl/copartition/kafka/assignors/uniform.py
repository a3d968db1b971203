"""Sticky assignment where all members subscribe to the same topics, from 3.0 on (KAFKA-12464).

Every member gets the lower quota of partitions, and as many as it takes get one more. Members keep what
they own up to their quota; the rest is dealt out in rounds. It takes time linear in the number of partitions.
"""

from __future__ import annotations

from itertools import chain, compress
from typing import TYPE_CHECKING

from copartition.errors import ArithmeticException, IllegalStateException

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.assignors.claims import Owned
    from copartition.kafka.assignors.layout import Layout
    from copartition.kafka.assignors.racks import Racks
    from copartition.kafka.assignors.versions import Behaviour


class UniformAssignment:
    """`AbstractStickyAssignor.ConstrainedAssignmentBuilder`.

    Args:
        layout: The topics that exist.
        racks: The racks.
        owned: The members' claims.
        order: The members in the order of the map that holds their owned partitions.
        names: The members' ids by rank, for messages.
        behaviour: KAFKA-15170, KAFKA-16277.

    Attributes:
        assignment: By rank, each member's partitions.

    Raises:
        ArithmeticException: "/ by zero": there are no members.
    """

    def __init__(  # noqa: PLR0913 - the original's state, once
        self,
        layout: Layout,
        racks: Racks,
        owned: Owned,
        order: Sequence[int],
        names: Sequence[str],
        behaviour: Behaviour,
    ) -> None:
        self._layout = layout
        self._racks = racks
        self._owned = owned
        self._order = order
        self._names = names
        self._behaviour = behaviour
        count = len(order)
        if not count:
            raise ArithmeticException("/ by zero")
        self._low, self._fuller_wanted = divmod(layout.total, count)
        self._high = self._low + bool(self._fuller_wanted)
        self._fuller = 0
        self._below: list[int] = []
        """Members with less than the lower quota, who get partitions in rounds."""
        self._at_low: list[int] = []
        """Members with the lower quota, who may get one more; a queue."""
        self._revoked: dict[int, int] = {}
        self.assignment: list[list[int]] = [[] for _ in range(count)]
        self._kept: list[int]

    def build(self) -> list[list[int]]:
        """By rank, each member's partitions.

        Raises:
            IllegalStateException: The claims contradict the metadata so much that the original gives up.
        """
        taken = self._keep_owned()
        unassigned = self._unassigned(taken)
        self._kept = [len(partitions) for partitions in self.assignment]
        # Members are numbered in the order of their names.
        self._below.sort()
        self._at_low.sort()
        unassigned = self._racks.sorted_by_members_near(unassigned)
        if self._racks.used:
            unassigned = self._deal_within_racks(unassigned)
        self._deal(unassigned)
        self._verify()
        return self.assignment

    def transferred(self) -> dict[int, int]:
        """`partitionsTransferringOwnership`: what another member has to give up first, and who gets it."""
        revoked, claimed_twice = self._revoked, self._owned.claimed_twice
        if not revoked and not claimed_twice:
            return {}
        return {
            number: member
            for member, (partitions, kept) in enumerate(zip(self.assignment, self._kept, strict=True))
            for number in partitions[kept:]
            if number in claimed_twice or revoked.get(number, member) != member
        }

    # --- what members keep

    def _keep_owned(self) -> list[int]:
        if not any(self._owned.partitions.values()):
            # Every member is below the lower quota, or at it if it is 0.
            (self._below if self._low else self._at_low).extend(self._order)
            return []
        low, high, wanted, fuller = self._low, self._high, self._fuller_wanted, 0
        below, at_low, assignment = self._below, self._at_low, self.assignment
        partitions, claimed_twice, racks = self._owned.partitions, self._owned.claimed_twice, self._racks.used
        keys = self._layout.by_partition() if self._behaviour.owned_sorted else []
        for member in self._order:
            owned = partitions[member]
            if racks:
                owned = self._without_mismatches(member, owned)
            owned = sorted(owned, key=keys.__getitem__) if keys and len(owned) > 1 else owned.copy()
            for number in claimed_twice.intersection(owned) if claimed_twice else ():
                owned.remove(number)
            size = len(owned)
            if size < low:
                below.append(member)
                keep = size
            elif size >= high and fuller < wanted:
                fuller += 1
                if fuller == wanted:
                    at_low.clear()
                keep = high
            else:
                keep = low
                if fuller < wanted:
                    at_low.append(member)
            if keep < size:
                self._revoked.update(dict.fromkeys(owned[keep:], member))
                del owned[keep:]
            assignment[member] = owned
        self._fuller = fuller
        return list(chain.from_iterable(assignment))

    def _without_mismatches(self, member: int, owned: list[int]) -> list[int]:
        mismatches = {number for number in owned if self._racks.mismatch(member, number)}
        if self._behaviour.rack_fixes:
            self._revoked.update(dict.fromkeys(mismatches, member))
        return [number for number in owned if number not in mismatches]

    def _unassigned(self, taken: list[int]) -> list[int]:
        """All partitions but `taken`, in order.

        The original walks along two sorted lists at once. A partition that doesn't exist, or comes twice,
        makes it stop there in the list of those taken: the ones behind are given away again.
        """
        layout = self._layout
        if not taken:
            return list(range(layout.total))
        if layout.has_stale() or len(set(taken)) < len(taken):
            taken = _walked(sorted(taken, key=layout.place), layout.total)
        free = bytearray(b"\x01") * layout.total
        for number in taken:
            free[number] = 0
        return list(compress(range(layout.total), free))

    # --- what is dealt out

    def _deal_within_racks(self, unassigned: list[int]) -> list[int]:
        racks, assignment, low, high = self._racks, self.assignment, self._low, self._high
        rest: list[int] = []
        following = 0
        for number in unassigned:
            member = None
            place = racks.next_near(number, self._below, following)
            if place >= 0:
                member = self._below[place]
                size = len(assignment[member]) + 1
                if size >= low:
                    del self._below[place]
                    if size < high and (not self._behaviour.rack_fixes or self._fuller < self._fuller_wanted):
                        self._at_low.append(member)
                else:
                    place += 1
                following = place % len(self._below) if self._below else following
            elif self._at_low:
                place = racks.next_near(number, self._at_low, 0)
                if place >= 0:
                    member = self._at_low[place]
                    if len(assignment[member]) + 1 == high:  # pragma: no branch - where some wait, it is one more
                        self._fill_up(place)
            if member is None:
                rest.append(number)
            else:
                assignment[member].append(number)
        return rest

    def _fill_up(self, place: int) -> None:
        del self._at_low[place]
        if self._behaviour.rack_fixes:
            self._fuller += 1
            if self._fuller == self._fuller_wanted:
                self._at_low.clear()

    def _deal(self, unassigned: list[int]) -> None:
        """Round after round one partition for each member below the quota, then one for each at the quota."""
        assignment, low = self.assignment, self._low
        at, end = 0, len(unassigned)
        below = self._below
        while below and at < end:
            # The rounds up to the one that fills up the fullest members, dealt out at once.
            missing = [low - len(assignment[member]) for member in below]
            rounds = min(missing)
            count = len(below)
            block = unassigned[at : at + rounds * count]
            at += len(block)
            for place, member in enumerate(below):
                assignment[member] += block[place::count]
            self._at_low += [member for member in below if len(assignment[member]) == low]
            below = [member for member in below if len(assignment[member]) != low]
        self._below = below
        for served, number in enumerate(unassigned[at:]):
            if served == len(self._at_low):
                raise IllegalStateException("No more unfilled consumers to be assigned.")
            member = self._at_low[served]
            assignment[member].append(number)

    def _verify(self) -> None:
        if not self._below:
            return
        if self._fuller != self._fuller_wanted:
            raise IllegalStateException(
                "We haven't reached the expected number of members with more than the minQuota partitions, "
                "but no more partitions to be assigned"
            )
        for member in self._below:  # pragma: no branch - as the original, which looks on
            if len(self.assignment[member]) != self._low:  # pragma: no branch - those at the quota have left
                raise IllegalStateException(
                    f"Consumer: [{self._names[member]}] doesn't reach minQuota partitions, "
                    "and no more partitions to be assigned"
                )


def _walked(taken: list[int], total: int) -> list[int]:
    """Those of the sorted partitions that the walk gets past."""
    for place, number in enumerate(taken):
        if number >= total or (place and number == taken[place - 1]):
            return taken[:place]
    return taken
