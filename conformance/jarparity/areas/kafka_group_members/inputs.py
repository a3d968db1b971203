"""How members on their way to a target are drawn.

Nine of ten are such as a coordinator may meet: what others hold isn't the member's, what the member says is part of
what it has or has to give back. The rest breaks that: partitions held twice, epochs of any size, topics without
partitions.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

STATES: Final = ("STABLE", "UNREVOKED_PARTITIONS", "UNRELEASED_PARTITIONS", "UNKNOWN")
_SCARCE: Final = 10
_ENDS: Final = (-(2**31), -2, -1, 0, 1, 2**31 - 2, 2**31 - 1)


def topic_id(number: int) -> str:
    """The id of 128 bits that is this number, as Kafka prints it."""
    return urlsafe_b64encode(number.to_bytes(16)).decode().rstrip("=")


def reconcile(random: Random) -> JSON:
    """An input of `kafka.group.reconcile`."""
    odd = random.randrange(_SCARCE) == 0
    names = [f"t{n}" for n in range(random.randrange(1, 4))]
    first = random.randrange(2**128 - len(names))
    topics: JSON = {name: {"id": topic_id(first + place)} for place, name in enumerate(names)}
    if random.randrange(4) == 0:
        topics[random.choice(names)]["deleted"] = True
    epoch = random.choice(_ENDS) if odd and random.randrange(2) else random.randrange(1, 30)
    target_epoch = epoch if random.randrange(2) else min(2**31 - 1, epoch + random.randrange(1, 3))
    state = STATES[random.randrange(3)] if random.randrange(_SCARCE) else STATES[3]
    document: JSON = {
        "topics": topics,
        "member": {
            "epoch": epoch,
            "previousEpoch": epoch - 1 if epoch > _ENDS[0] else epoch,
            "state": state,
            "topics": _subscription(random, names),
            "assigned": {},
            "revoking": {},
        },
        "target": {"epoch": target_epoch, "partitions": {}},
        "partitionEpochs": {},
        "owned": None,
        "subscriptionChanged": random.randrange(3) == 0,
    }
    for name in names:
        _of_topic(random, document, name, odd=odd)
    document["owned"] = _owned(random, document, odd=odd)
    return document


def _subscription(random: Random, names: list[str]) -> list[str]:
    match random.randrange(_SCARCE):
        case 0:
            return []
        case 1:
            return ["elsewhere"]
        case _:
            return [name for name in names if random.randrange(5)]


def _of_topic(random: Random, document: JSON, name: str, *, odd: bool) -> None:
    """Says of each partition of a topic who holds it, and who is to have it."""
    member, epoch = document["member"], document["member"]["epoch"]
    fields = {"assigned": member["assigned"], "revoking": member["revoking"], "others": document["partitionEpochs"]}
    of_topic: dict[str, dict[str, int]] = {field: {} for field in fields}
    target: list[int] = []
    stays = random.randrange(4)
    for partition in range(random.choice((1, 2, 3, 6))):
        places = ["", "assigned", "assigned", "others"]
        if member["state"] == STATES[1] or odd:
            places.append("revoking")
        place = random.choice(places)
        if place in {"assigned", "revoking"}:
            of_topic[place][str(partition)] = max(_ENDS[0], epoch - random.randrange(3))
            of_topic["others"][str(partition)] = epoch
        if place == "others" or (odd and random.randrange(4) == 0):
            of_topic["others"][str(partition)] = epoch if not odd else random.choice(_ENDS)
        if odd and random.randrange(6) == 0:
            of_topic[random.choice(("assigned", "revoking"))][str(partition)] = random.choice(_ENDS)
        if random.randrange(3) == 0 if stays else place == "assigned":
            target.append(partition)
    for field, into in fields.items():
        if of_topic[field] or (odd and random.randrange(4) == 0):
            into[name] = of_topic[field]
    if target:
        document["target"]["partitions"][name] = target


def _owned(random: Random, document: JSON, *, odd: bool) -> JSON:
    """What the member says: nothing, that it holds nothing, what it has, what it had, or anything."""
    kind = random.randrange(5)
    if kind == 0:
        return None
    if kind == 1:
        return {}
    member = document["member"]
    owned: dict[str, list[int]] = {}
    for field in ("assigned", "revoking"):
        for name, partitions in member[field].items():
            if field == "assigned" or kind == 2:  # noqa: PLR2004 - one of five
                held = [int(partition) for partition in partitions if kind < 4 or random.randrange(3)]  # noqa: PLR2004
                owned[name] = sorted({*owned.get(name, []), *held})
    if odd:
        owned[random.choice([*document["topics"]])] = [random.randrange(8)]
    return {name: numbers for name, numbers in owned.items() if numbers or odd}
