"""Groups with a user's own assignor: small ones that shrink member by member, and seeded ones that shrink in size."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.vectors import random_own_groups
from jarparity.vectors.random_own_groups import ODD_USER_DATA, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from jarparity.answers import JSON

_SIZES = st.tuples(st.integers(1, 7), st.integers(1, 6), st.integers(1, 8))
_NAMES = ("t", "u", "t0", "t10", "AaAa", "BBBB", "😀", "\uffff")
_IDS = ("A", "B", "C", "C10", "AaBB", "BBAa", "😀", "\uffff")
_RACKS = ("r0", "r1", "r2")
_ERAS = ("2.0", "2.4", "3.4")


def own_groups() -> SearchStrategy[JSON]:
    """Inputs of `kafka.assignor.custom`.

    >>> from hypothesis import find
    >>> find(own_groups(), lambda g: len(g["members"]) > 1)["members"]
    [{'id': 'A', 'topics': []}, {'id': 'B', 'topics': []}]
    """
    return st.sampled_from(sorted(SETTINGS, reverse=True)).flatmap(lambda name: groups_of(name, SETTINGS[name]))


def groups_of(assignor: str, settings: Sequence[str | None], eras: Sequence[str] = _ERAS) -> SearchStrategy[JSON]:
    """Groups with this assignor.

    Args:
        assignor: Its name in the input.
        settings: What members are configured with; empty for no settings at all.
        eras: `2.0`, `2.4` or `3.4`: from which release on a group can be asked, at most.
    """
    return st.one_of(
        st.sampled_from(list(eras)).flatmap(lambda era: _small(assignor, settings, era)),
        _seeded(assignor, settings, eras),
    )


def _seeded(assignor: str, settings: Sequence[str | None], eras: Sequence[str]) -> SearchStrategy[JSON]:
    kinds = [
        (family, era) for family in random_own_groups.FAMILIES for era in random_own_groups.eras(family) if era in eras
    ]

    def make(kind: tuple[str, str], size: tuple[int, int, int], seed: int) -> JSON:
        random = Random(seed)  # noqa: S311 - reproducible, not secret
        return random_own_groups.own_group(random, assignor, *kind, size, settings)

    return st.builds(make, st.sampled_from(kinds), _SIZES, st.integers(0, 2**32))


@st.composite
def _small(draw: DrawFn, assignor: str, settings: Sequence[str | None], era: str) -> JSON:
    racked = st.lists(st.lists(st.sampled_from(_RACKS), max_size=2, unique=True), max_size=4).map(
        lambda racks: [{"partition": p, "racks": of} for p, of in enumerate(racks)]
    )
    topics = draw(st.dictionaries(st.sampled_from(_NAMES), st.one_of(st.integers(0, 4), racked), max_size=3))
    members = draw(
        st.lists(_members(assignor, settings, era, list(topics)), min_size=1, max_size=4, unique_by=lambda m: m["id"])
    )
    document: JSON = {"assignor": assignor, "topics": topics, "members": members}
    if draw(st.booleans()):
        document["generation"] = draw(st.one_of(st.none(), st.integers(-1, 9)))
    return document


@st.composite
def _members(draw: DrawFn, assignor: str, settings: Sequence[str | None], era: str, topics: list[str]) -> JSON:
    any_topics = st.sampled_from([*topics, "gone"])
    member: dict[str, JSON] = {
        "id": draw(st.sampled_from(_IDS)),
        "topics": draw(st.one_of(st.just(topics), st.lists(any_topics, max_size=3, unique=True))),
    }
    setting = draw(st.one_of(st.none(), st.sampled_from(list(settings)))) if settings else None
    if setting is not None:
        member["setting"] = setting
    if assignor in ODD_USER_DATA and draw(st.integers(0, 3)) == 3:  # noqa: PLR2004 - one of four
        member["userData"] = draw(st.sampled_from(ODD_USER_DATA[assignor]))
    if era != "2.0" and draw(st.integers(0, 3)) == 3:  # noqa: PLR2004 - as above
        member["instance"] = draw(st.sampled_from(["i0", "i1", "i2"]))
    if era != "2.0" and draw(st.booleans()):
        owned = draw(st.lists(st.tuples(any_topics, st.integers(0, 4)), max_size=4, unique=True))
        member["owned"] = [list(pair) for pair in owned]
    if era == "3.4" and draw(st.booleans()):
        member["rack"] = draw(st.sampled_from(_RACKS))
        member["generation"] = draw(st.one_of(st.none(), st.integers(-1, 4)))
    return member
