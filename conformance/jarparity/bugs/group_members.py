"""The members of a consumer group, and their order, with the switches of `AssignorRules`."""

from __future__ import annotations

from functools import cmp_to_key, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from jarparity.bugs.map_order import order_of_hashed
from jarparity.bugs.rules import MapRules
from jarparity.utf16 import string_hash, units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jarparity.answers import JSON
    from jarparity.bugs.rules import AssignorRules

Given: TypeAlias = "dict[str, list[list[JSON]]]"
"""By member its partitions: topic and number."""


def name_key(rules: AssignorRules) -> Callable[[str], Any]:
    """What names are sorted by."""
    return str if rules.names == "code-points" else units


def hashed(names: Iterable[str]) -> list[str]:
    """Names in the order of a HashMap into which they were put one after the other."""
    return list(_hashed(tuple(names)))


@lru_cache(maxsize=4096)
def _hashed(names: tuple[str, ...]) -> tuple[str, ...]:
    """Kept: a diagnosis asks the same groups under rule after rule."""
    return tuple(str(name) for name in order_of_hashed([(name, string_hash(name)) for name in names], MapRules()))


def in_leaders_map(members: list[JSON]) -> list[JSON]:
    """The members in the order of the leader's map."""
    by_id = {member["id"]: member for member in members}
    return [by_id[name] for name in hashed(by_id)]


def in_turn(members: list[JSON], rules: AssignorRules) -> list[JSON]:
    """The members in the order in which Range and RoundRobin serve them."""
    if rules.members == "as-given":
        return list(members)
    key = name_key(rules)
    if rules.static == "last-runs":
        return _last_runs(members)
    if rules.static == "ignored":
        return sorted(members, key=lambda member: key(member["id"]))

    def compare(a: JSON, b: JSON) -> int:
        one, other = a.get("instance"), b.get("instance")
        if (one is None) != (other is None):
            return -1 if other is None else 1
        # Equal instance ids leave the order of the leader's map.
        left, right = (key(a["id"]), key(b["id"])) if one is None else (key(one), key(other))
        return int(left > right) - int(left < right)

    return sorted(in_leaders_map(members), key=cmp_to_key(compare))


def _last_runs(members: list[JSON]) -> list[JSON]:
    """Only the last run of static members in a row, and the last of dynamic ones: the others are lost."""
    runs = {static: list(run) for static, run in groupby(members, lambda member: member.get("instance") is not None)}
    static = sorted(runs.get(True, []), key=lambda member: (member["instance"], member["id"]))
    return static + sorted(runs.get(False, []), key=lambda member: member["id"])


def numbers(partitions: JSON) -> list[int]:
    """The numbers of a topic's partitions."""
    if isinstance(partitions, int):
        return list(range(partitions))
    return sorted(each["partition"] for each in partitions)
