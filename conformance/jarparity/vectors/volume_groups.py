"""The groups and histories of volume: of every family, legal and hostile, most small, some as large as they get.

Plain `random.Random`, for Hypothesis takes ten times as long to draw one as all lines take to answer it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.vectors import random_groups, random_histories

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_ASSIGNORS = ("range", "round-robin", "sticky", "cooperative-sticky")
_KINDS = {assignor: random_groups.kinds(assignor, random_groups.FAMILIES) for assignor in _ASSIGNORS}
_MEDIUM = (20, 15, 12)
"""Enough for the hash tables of members and topics to grow."""
_MEDIUM_SHARE, _LARGE_SHARE = 1 / 32, 1 / 512


def ranges(random: Random) -> JSON:
    """An input of `kafka.assignor.range`."""
    return _group(random, "range")


def round_robins(random: Random) -> JSON:
    """An input of `kafka.assignor.round-robin`."""
    return _group(random, "round-robin")


def stickies(random: Random) -> JSON:
    """An input of `kafka.assignor.sticky`."""
    return _group(random, "sticky")


def cooperatives(random: Random) -> JSON:
    """An input of `kafka.assignor.cooperative-sticky`."""
    return _group(random, "cooperative-sticky")


def histories(random: Random) -> JSON:
    """An input of `kafka.assignor.rebalances`; all show what members sent."""
    steps, static = 1 + random.randrange(12), random.random() < 0.5  # noqa: PLR2004 - a share
    return random_histories.history(random, random.choice(_ASSIGNORS), steps=steps, static=static, observed=True)


def _group(random: Random, assignor: str) -> JSON:
    share = random.random()
    size = random_groups.SMALL
    if share < _LARGE_SHARE:
        size = random_groups.LARGE
    elif share < _MEDIUM_SHARE:
        size = _MEDIUM
    return random_groups.group(random, assignor, *random.choice(_KINDS[assignor]), size)
