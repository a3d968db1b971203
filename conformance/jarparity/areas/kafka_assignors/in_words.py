"""What is in an input of an assignor, for people: user data, which is hex there, and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON


def sticky(document: JSON) -> str:
    """Which partitions members remember; of those that say in a field what they own, the generation."""
    return _told(_generation(member) if "owned" in member else _partitions(member) for member in _with_data(document))


def cooperative(document: JSON) -> str:
    """Of which generation members are."""
    return _told(_generation(member) for member in _with_data(document))


def tie(document: JSON) -> str:
    """Which members have equal instance ids: range and round-robin sort by them."""
    by_instance: dict[str, list[str]] = {}
    for member in document.get("members", ()):  # a report may be of another kit, with other inputs
        if (instance := member.get("instance")) is not None:
            by_instance.setdefault(instance, []).append(member["id"])
    ties = [f"{' and '.join(ids)} have the instance id {name}" for name, ids in by_instance.items() if len(ids) > 1]
    what = "a tie that no cluster brings, and that Java leaves in the order of its HashMap of members"
    return f"{what}: {'; '.join(ties)}" if ties else ""


def _with_data(document: JSON) -> list[JSON]:
    return [member for member in document["members"] if member.get("userData")]


def _generation(member: JSON) -> str:
    return f"{member['id']} is of generation {int.from_bytes(bytes.fromhex(member['userData'])[-4:], signed=True)}"


def _partitions(member: JSON) -> str:
    remembered = sticky_bytes.read(bytes.fromhex(member["userData"]))
    return f"{member['id']} remembers {', '.join(f'{topic}-{number}' for topic, number in remembered)}" * bool(
        remembered
    )


def _told(parts: Iterable[str]) -> str:
    told = "; ".join(filter(None, parts))
    return f"User data: {told}." if told else ""
