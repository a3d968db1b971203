"""What each release of kafka-clients does differently: one value of switches per class of behaviour.

The classes were found by running 61 releases side by side; a version belongs to the class of the last
boundary at or before it. Patch releases are boundaries, too, so "2.8" or "3.7" names no class.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

from copartition._releases import Product, Release

NEWEST: Final = "4.4.0"
"""The newest release whose behaviour is known."""


class RangeOrder(Enum):
    """Which `HashMap` gives Range the order of topics in every member's list."""

    SUBSCRIBERS_BY_PUT = "subscribers, filled by put"
    SUBSCRIBERS_BY_COMPUTE = "subscribers, filled by computeIfAbsent"
    METADATA = "partitions per topic, filled by put"


class Uniform(Enum):
    """How the sticky assignors treat a group whose members subscribe to the same topics."""

    GENERAL = "as any other group"
    CAPACITY_QUEUES = "KAFKA-9987: queues of members at minimum and at maximum capacity"
    QUOTAS = "KAFKA-12464: so many members get one partition more"


class Claims(Enum):
    """Whose claim counts when several members say that they own a partition."""

    ALL = "every member's of the highest generation"
    FIRST_IS_COMPARED = "KAFKA-13081: none of the highest generation; the first one is remembered"
    LAST_IS_COMPARED = "KAFKA-12675, KAFKA-13046: likewise, but all are looked at, and the last one is remembered"
    GENERATIONS_MISREMEMBERED = "KAFKA-14639: the newest one's, but a loser is remembered as the owner"
    GENERATIONS = "KAFKA-15106: the newest one's"


class Previous(Enum):
    """Where the general algorithm starts from."""

    RAW = "each member's user data"
    BY_GENERATION = "KAFKA-7026: the newest claim on each partition, in the order of a HashMap"
    OWNED = "KAFKA-12984: the claims that counted"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The switches of one class of releases.

    Attributes:
        range_order: b8651d4e82d (2.1.0), KAFKA-14451 (3.5.0).
        range_repeats: A topic listed twice in a subscription gives the member two shares; until KAFKA-14451.
        static_members: Range and RoundRobin sort by `group.instance.id` first; KAFKA-8355, KAFKA-8356.
        racks: Racks of members and partitions count; KAFKA-14451, KAFKA-14452 (KIP-881).
        rack_fixes: Filling within racks keeps count of the members over quota, and what a rack mismatch takes
            away counts as revoked; KAFKA-15170.
        owned_sorted: Members keep their lowest partitions; KAFKA-16277.
        uniform: KAFKA-9987, KAFKA-12464.
        claims: KAFKA-13081 (2.8.1; on trunk it was KAFKA-12984), KAFKA-12675, KAFKA-14639, KAFKA-15106. That the last
            rival is remembered came with KAFKA-13046 (3.1.0); no answer shows it.
        previous: KAFKA-7026, KAFKA-12675; RAW until KAFKA-7962 (2.3.0), too: a subscribed topic without metadata is a
            NullPointerException in Sticky.
        lasting_generation: The highest generation seen is a field of the assignor; KAFKA-12675.
        spread_by_owner: The general algorithm of a group with equal subscriptions visits partitions member by
            member; until KAFKA-9987.
        new_partitions_first: The general algorithm tries to move only new partitions at first; 2.4.0, KAFKA-8179.
        balanced_within_one: A difference of one partition counts as balanced; KAFKA-15106.
        user_data_generation: Sticky's user data ends with the generation; KAFKA-7026 (KIP-341).
        grouped_by_compute: Partitions are grouped by topic with computeIfAbsent, which gives the topics another
            order in user data and assignments; KAFKA-7333 (2.1.0).
        cooperative: There is a CooperativeStickyAssignor; KAFKA-8179 (KIP-429).
        cooperative_user_data: CooperativeSticky sends its generation as user data; KAFKA-13081.
        owned_field: A subscription has owned partitions and a static member's instance; KIP-429, KIP-345.
        generation_field: A subscription has a generation and a rack; KAFKA-13715, KAFKA-14352.
    """

    range_order: RangeOrder = RangeOrder.SUBSCRIBERS_BY_PUT
    range_repeats: bool = True
    static_members: bool = False
    racks: bool = False
    rack_fixes: bool = False
    owned_sorted: bool = False
    uniform: Uniform = Uniform.GENERAL
    claims: Claims = Claims.ALL
    previous: Previous = Previous.RAW
    lasting_generation: bool = False
    spread_by_owner: bool = True
    new_partitions_first: bool = False
    balanced_within_one: bool = False
    user_data_generation: bool = False
    grouped_by_compute: bool = False
    cooperative: bool = False
    cooperative_user_data: bool = False
    owned_field: bool = False
    generation_field: bool = False


_V2_0: Final = Behaviour()
_V2_1: Final = replace(_V2_0, range_order=RangeOrder.SUBSCRIBERS_BY_COMPUTE, grouped_by_compute=True)
_V2_3: Final = replace(_V2_1, user_data_generation=True, previous=Previous.BY_GENERATION)
_V2_4: Final = replace(_V2_3, static_members=True, cooperative=True, owned_field=True, new_partitions_first=True)
_V2_5_1: Final = replace(_V2_4, uniform=Uniform.CAPACITY_QUEUES, spread_by_owner=False)
_V2_8_1: Final = replace(_V2_5_1, claims=Claims.FIRST_IS_COMPARED, cooperative_user_data=True)
_V3_0: Final = replace(
    _V2_8_1,
    claims=Claims.LAST_IS_COMPARED,
    uniform=Uniform.QUOTAS,
    previous=Previous.OWNED,
    lasting_generation=True,
)
_V3_4: Final = replace(_V3_0, generation_field=True)
_V3_4_1: Final = replace(_V3_4, claims=Claims.GENERATIONS_MISREMEMBERED)
_V3_5: Final = replace(_V3_4_1, range_order=RangeOrder.METADATA, range_repeats=False, racks=True)
_V3_5_2: Final = replace(_V3_5, balanced_within_one=True, claims=Claims.GENERATIONS)
_V3_7_1: Final = replace(_V3_5_2, owned_sorted=True, rack_fixes=True)

CLASSES: Final[tuple[tuple[Release, Behaviour], ...]] = (
    ((2, 0, 0), _V2_0),
    ((2, 1, 0), _V2_1),
    ((2, 3, 0), _V2_3),
    ((2, 4, 0), _V2_4),
    ((2, 5, 1), _V2_5_1),
    ((2, 8, 1), _V2_8_1),
    ((3, 0, 0), _V3_0),
    ((3, 4, 0), _V3_4),
    ((3, 4, 1), _V3_4_1),
    ((3, 5, 0), _V3_5),
    ((3, 5, 2), _V3_5_2),
    ((3, 7, 1), _V3_7_1),
)
"""The first release of each class, and what the class does."""


parsed: Final = Product("Kafka", CLASSES[0][0], NEWEST).parsed
"""The numbers of a release of kafka-clients."""


def behaviour(version: str, name: str = "version") -> Behaviour:
    """The class of behaviour that a release of kafka-clients belongs to.

    Args:
        version: A full version, e.g. `3.7.1`.
        name: What the caller calls it, for messages.

    Raises:
        WrongTypeError: It is no text.
        ValueError: It is no full version, older than 2.0.0, or newer than what has been compared.
    """
    return _behaviour(parsed(version, name))


@lru_cache(maxsize=64)
def _behaviour(version: Release) -> Behaviour:
    return CLASSES[bisect_right([first for first, _ in CLASSES], version) - 1][1]
