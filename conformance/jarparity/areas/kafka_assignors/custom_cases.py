"""Cases of `kafka.assignor.custom`: the examples' own rules, odd user data, racks, orders, and seeded groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_assignors import random_groups
from jarparity.areas.kafka_assignors.random_custom_groups import ODD_USER_DATA, SETTINGS
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.cases import Case

_SMALL, _LARGE = (7, 6, 8), (40, 20, 20)


def custom() -> Iterable[Case]:
    """Cases of `kafka.assignor.custom`."""
    cases = Cases("kafka.assignor.custom")
    for name, document in (_weights() | _racks()).items():
        cases.add(name, document)
    for assignor, odd in ODD_USER_DATA.items():
        for user_data in odd:
            members = _members({"A": SETTINGS[assignor][2], "B": SETTINGS[assignor][1]}, ["t"])
            members[0]["userData"] = user_data
            label = user_data or "empty"
            cases.add(f"{assignor}/user-data/{label}", _group(assignor, {"t": _racked(["r1"], ["r2"], [])}, members))
        for name, document in _edges(assignor).items():
            cases.add(f"{assignor}/edge/{name}", document)
    return cases


def _weights() -> dict[str, JSON]:
    def weighted(counts: Mapping[str, int], weights: Mapping[str, str | None], topics: Sequence[str] = ()) -> JSON:
        return _group("weighted", counts, _members(weights, topics or list(counts)))

    return {
        "weighted/three-to-one": weighted({"t": 8}, {"A": "3", "B": "1"}),
        "weighted/equal-weights-by-id": weighted({"t": 5}, {"B": "2", "A": "2"}),
        "weighted/nobody-says-anything": weighted({"t": 4, "u": 3}, {"A": None, "B": None}),
        "weighted/largest-weights": weighted({"t": 9}, {"A": "2147483647", "B": "2147483646", "C": "1"}),
        "weighted/shares-run-over-topics": weighted({"u": 1, "t": 1, "s": 1, "r": 1}, {"A": "1", "B": "2"}),
        "weighted/products-above-32-bits": weighted({"t": 40}, {"A": "1000000007", "B": "2000000011"}),
    }


def _racks() -> dict[str, JSON]:
    def racked(topics: Mapping[str, JSON], homes: Mapping[str, str | None]) -> JSON:
        return _group("rack-preferring", topics, _members(homes, list(topics)))

    apart = _racked(["r2"], ["r1", "r2"], ["r1"], ["r3"])
    return {
        "rack-preferring/everybody-at-home": racked({"t": _racked(["r1"], ["r2"], ["r1"])}, {"A": "r2", "B": "r1"}),
        "rack-preferring/balance-before-racks": racked({"t": _racked(*[["r1"]] * 4)}, {"A": "r1", "B": "r2"}),
        "rack-preferring/extra-where-it-is-near": racked({"t": apart, "u": _racked(["r2"])}, {"A": "r1", "B": "r2"}),
        "rack-preferring/some-without-rack": racked({"t": apart}, {"A": None, "B": "r3", "C": ""}),
        "rack-preferring/no-racks-at-all": racked({"t": 3, "u": 2}, {"A": "r1", "B": "r2"}),
        "rack-preferring/one-rack-of-two-members": racked({"t": apart}, {"A": "r1", "B": "r1"}),
    }


def _edges(assignor: str) -> dict[str, JSON]:
    own = SETTINGS[assignor][1]

    def of(topics: Mapping[str, JSON], ids: Iterable[str], subscribed: Sequence[str] | None = None) -> JSON:
        return _group(assignor, topics, _members(dict.fromkeys(ids, own), subscribed or list(topics)))

    static = of({"t": 3}, ["C", "A", "B"])
    for member, instance in zip(static["members"], ("i2", None, "i1"), strict=True):
        member["instance"] = instance
    foreign = of({"t": [{"partition": 0, "racks": ["r1"]}]}, ["A", "B"])
    foreign["members"][1] |= {"rack": "r1", "generation": 4, "owned": [["t", 0], ["gone", 1]]}
    colliding = list(random_groups.COLLIDING[:14])
    return {
        "no-topics": of({}, ["A", "B"], ["t"]),
        "no-partitions": of({"t": 0, "u": 1}, ["A", "B"]),
        "no-subscriptions": _group(assignor, {"t": 2}, [{"id": "A", "topics": []}]),
        "members-in-map-order": of({"t": 3}, ["C10", "B", "C1", "A"]),
        "members-with-one-hash": of({"t": 20}, colliding),
        "topics-with-one-hash": of(dict.fromkeys(colliding, 1), ["A", "B"]),
        "many-topics-with-one-hash": of(dict.fromkeys(random_groups.COLLIDING, 2), ["A", "B", "C"]),
        "names-by-utf16": of({"😀": 2, "\uffff": 2, "é": 1, "\ue000": 1}, ["😀", "\uffff", "z"]),
        "empty-names": of({"": 2}, ["", "A"]),
        "generation": {**of({"t": 2}, ["A"]), "generation": 42},
        "no-generation": {**of({"t": 2}, ["A"]), "generation": -1},
        "static-members": static,
        "rack-and-claims": foreign,
    }


def _group(assignor: str, topics: Mapping[str, JSON], members: Sequence[JSON]) -> JSON:
    return {"assignor": assignor, "topics": dict(topics), "members": list(members)}


def _members(settings: Mapping[str, str | None], topics: Sequence[str]) -> list[JSON]:
    return [{"id": member, "topics": list(topics), "setting": setting} for member, setting in settings.items()]


def _racked(*racks: Sequence[str]) -> JSON:
    return [{"partition": partition, "racks": list(of)} for partition, of in enumerate(racks)]
