"""The types of messages, as `messages.jsonl` has them: a line for each form, and since which release it holds.

Only those are here that the newest release has: no release gives a message up and another one takes it up again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from jarparity import plain_json
from jarparity.areas.kafka_messages.fields import fields_of, versions_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.areas.kafka_messages.fields import Field

FIRST: Final = "3.9.0"
"""The first release that is asked: the last one that has all versions of all messages."""


@dataclass(frozen=True, slots=True)
class MessageType:
    """A form of a message.

    Attributes:
        name: Its name.
        since: The release from which on it is that of this message.
        versions: The versions that it has.
        flexible: Those that have tags and short lengths.
        fields: Its fields.
    """

    name: str
    since: str
    versions: range
    flexible: range
    fields: tuple[Field, ...]


@cache
def messages() -> Mapping[str, tuple[MessageType, ...]]:
    """The forms of each message by its name, oldest first."""
    found: dict[str, list[MessageType]] = {}
    gone: set[str] = set()
    for line in files(__package__).joinpath("messages.jsonl").read_bytes().splitlines():
        each = plain_json.parse(line)
        if "gone" in each:
            gone.add(each["name"])
            continue
        found.setdefault(each["name"], []).append(
            MessageType(
                name=each["name"],
                since=each.get("since", FIRST),
                versions=versions_of(each["versions"]),
                flexible=versions_of(each["flexible"]) if "flexible" in each else range(0),
                fields=fields_of(each["fields"], each["structs"]),
            )
        )
    return {name: tuple(forms) for name, forms in found.items() if name not in gone}


def requests_and_responses() -> tuple[str, ...]:
    """The names of messages that have an API."""
    return tuple(name for name in messages() if name.endswith(("Request", "Response")))


def of_version(name: str, version: int) -> MessageType | None:
    """The newest form of a message that has a version; None where no release has it."""
    return next((form for form in reversed(messages()[name]) if version in form.versions), None)
