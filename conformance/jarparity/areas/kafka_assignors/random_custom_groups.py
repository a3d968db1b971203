"""How groups with a custom assignor are drawn, family by family: with settings, odd user data, racks on every line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_assignors import random_groups

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from jarparity.answers import JSON

SETTINGS: Final[dict[str, tuple[str | None, ...]]] = {
    "weighted": ("1", "1", "2", "3", "10", "2147483647", None),
    "rack-preferring": ("r0", "r1", "r2", "r3", "far away", "", None),
}
"""What members of the example assignors are configured with."""

ODD_USER_DATA: Final[dict[str, tuple[str, ...]]] = {
    "weighted": ("", "03", "000003", "0000000003", "00000000", "ffffffff", "00000003", "7fffffff"),
    "rack-preferring": ("", "ff", "eda080", "7231", "72c3", "c3a9", "00"),
}
"""What members of other versions send: no weight, no text, or a sound one that isn't this member's."""

FAMILIES: Final = tuple(
    name for name, family in random_groups.FAMILIES.items() if family.odd not in ("duplicate", "damaged")
)
"""The families of groups that a custom assignor can meet: a consumer subscribes to a set."""

_SHARE = 0.3


def api_versions(family: str) -> list[str]:
    """The releases from which on such a group can be asked."""
    return random_groups.api_versions("range", family)


def custom_family(  # noqa: PLR0913 - as many as a group has sides
    random: Random, assignor: str, family: str, api: str, size: tuple[int, int, int], settings: Sequence[str | None]
) -> JSON:
    """A group.

    Args:
        random: What it is drawn from.
        assignor: Its assignor's name.
        family: One of `FAMILIES`.
        api: One of `api_versions(family)`.
        size: How many members, topics, and partitions a topic there are, at most.
        settings: What members are configured with; none of them for no settings at all.
    """
    # A cooperative group's members say what they own; before 2.4 there is none.
    group = random_groups.group(random, "range" if api == "2.0" else "cooperative-sticky", family, api, size)
    for member in group["members"]:
        member.pop("userData", None)
        if settings and (setting := random.choice(settings)) is not None:
            member["setting"] = setting
        if assignor in ODD_USER_DATA and random.random() < _SHARE / 2:
            member["userData"] = random.choice(ODD_USER_DATA[assignor])
    if random.random() < _SHARE:
        racks = ("r0", "r1", "r2", "r3")[: 1 + random.randrange(4)]
        for topic, known in group["topics"].items():
            if isinstance(known, int) and random.random() < 1 - _SHARE:
                group["topics"][topic] = [
                    {"partition": p, "racks": random.sample(racks, random.randrange(1 + min(2, len(racks))))}
                    for p in range(known)
                ]
    document: JSON = {"assignor": assignor, **group}
    if random.random() < _SHARE:
        document["generation"] = random.choice((0, 2, 17, 2**31 - 1, -1))
    return document
