"""Consumer groups: small ones that shrink member by member, and seeded ones of every family that shrink in size.

Legal and hostile groups are apart: `legal_groups` gives what a cluster's life brings, `hostile_groups` what it
shouldn't (partitions claimed twice or gone, equal instance ids, empty subscriptions, damaged user data).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import sticky_bytes
from jarparity.vectors import random_groups

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypothesis.strategies import DrawFn, SearchStrategy

    from jarparity.answers import JSON

ASSIGNORS = ("range", "round-robin", "sticky", "cooperative-sticky")
_SMALL = st.tuples(*(st.integers(1, most) for most in random_groups.SMALL))
_LARGE = st.tuples(*(st.integers(1, most) for most in random_groups.LARGE))
_NAMES = ("t", "u", "t0", "t10", "AaAa", "BBBB", "😀", "\uffff")
_IDS = ("A", "B", "C", "C10", "AaBB", "BBAa", "😀", "\uffff")
_RACKS = ("r0", "r1", "r2")


def range_groups() -> SearchStrategy[JSON]:
    """Inputs of `kafka.assignor.range`."""
    return _groups("range")


def round_robin_groups() -> SearchStrategy[JSON]:
    """Inputs of `kafka.assignor.round-robin`."""
    return _groups("round-robin")


def sticky_groups() -> SearchStrategy[JSON]:
    """Inputs of `kafka.assignor.sticky`."""
    return _groups("sticky")


def cooperative_groups() -> SearchStrategy[JSON]:
    """Inputs of `kafka.assignor.cooperative-sticky`."""
    return _groups("cooperative-sticky")


def legal_groups(assignor: str, *, large: bool = False) -> SearchStrategy[JSON]:
    """Seeded groups as a cluster's life brings them.

    Args:
        assignor: One of `ASSIGNORS`.
        large: Up to 60 members, 40 topics and 60 partitions a topic; else up to 7, 6 and 8.
    """
    return _seeded(assignor, random_groups.LEGAL, large=large)


def hostile_groups(assignor: str, *, large: bool = False) -> SearchStrategy[JSON]:
    """Seeded groups as no cluster should bring them; arguments as of `legal_groups`."""
    return _seeded(assignor, random_groups.HOSTILE, large=large)


def small_groups(assignor: str) -> SearchStrategy[JSON]:
    """Groups that Hypothesis draws piece by piece: a failing one shrinks to the members and topics that it needs.

    >>> from hypothesis import find
    >>> find(small_groups("range"), lambda g: len(g["members"]) > 1)
    {'topics': {}, 'members': [{'id': 'A', 'topics': []}, {'id': 'B', 'topics': []}]}
    """
    return st.sampled_from(_eras(assignor)).flatmap(lambda era: _small(assignor, era))


def _groups(assignor: str) -> SearchStrategy[JSON]:
    small = small_groups(assignor)
    legal, hostile = legal_groups(assignor), hostile_groups(assignor)
    large = st.one_of(legal_groups(assignor, large=True), hostile_groups(assignor, large=True))
    chosen: list[SearchStrategy[JSON]] = [small, small, small, legal, legal, legal, hostile, hostile]
    # One large group in some thirty: it costs as much as all the others.
    return st.integers(0, 31).flatmap(lambda i: large if i == 31 else chosen[i % len(chosen)])  # noqa: PLR2004


def _seeded(assignor: str, names: dict[str, random_groups.Family], *, large: bool) -> SearchStrategy[JSON]:
    kinds = random_groups.kinds(assignor, names)

    def make(kind: tuple[str, str], size: tuple[int, int, int], seed: int) -> JSON:
        return random_groups.group(Random(seed), assignor, *kind, size)  # noqa: S311 - reproducible, not secret

    return st.builds(make, st.sampled_from(kinds), _LARGE if large else _SMALL, st.integers(0, 2**32))


def _eras(assignor: str) -> list[str]:
    return list(random_groups.ERAS[assignor == "cooperative-sticky" :])


def _small(assignor: str, era: str) -> SearchStrategy[JSON]:
    counts = st.integers(0, 4)
    racked = st.lists(st.lists(st.sampled_from(_RACKS), max_size=2, unique=True), max_size=4).map(
        lambda racks: [{"partition": p, "racks": of} for p, of in enumerate(racks)]
    )
    with_racks = era == "3.4" and assignor != "round-robin"
    topics = st.dictionaries(
        st.sampled_from(_NAMES), st.one_of(counts, counts, racked) if with_racks else counts, max_size=3
    )
    return topics.flatmap(
        lambda named: st.lists(
            _members(assignor, era, list(named)), min_size=1, max_size=4, unique_by=lambda member: member["id"]
        ).map(lambda members: {"topics": named, "members": members})
    )


@st.composite
def _members(draw: DrawFn, assignor: str, era: str, topics: list[str]) -> JSON:
    any_topics = st.sampled_from([*topics, "gone"])
    member: dict[str, JSON] = {
        "id": draw(st.sampled_from(_IDS)),
        "topics": draw(st.one_of(st.just(topics), st.lists(any_topics, max_size=3))),
    }
    if era != "2.0" and draw(st.integers(0, 3)) == 3:  # noqa: PLR2004 - one of four
        member["instance"] = draw(st.sampled_from(["i0", "i1", "i2"]))
    if era == "3.4" and draw(st.booleans()):
        member["rack"] = draw(st.sampled_from(_RACKS))
    if assignor in ("sticky", "cooperative-sticky") and draw(st.booleans()):
        owned = draw(st.lists(st.tuples(any_topics, st.integers(0, 4)), max_size=5, unique=True))
        generation = draw(st.one_of(st.none(), st.integers(-1, 4)))
        _add_claims(member, assignor, owned, generation)
        if era == "3.4" and draw(st.booleans()):
            member["generation"] = generation
    return member


def _add_claims(member: JSON, assignor: str, owned: Iterable[tuple[str, int]], generation: int | None) -> None:
    if assignor == "sticky":
        member["userData"] = sticky_bytes.write(owned, generation).hex()
    else:
        member["owned"] = [list(pair) for pair in owned]
        member["userData"] = None if generation is None else sticky_bytes.write_generation(generation).hex()
