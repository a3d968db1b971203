"""The types of messages, as `messages.jsonl` has them: a line for each form, and since which release it holds.

Only those are here that the newest release has: no release gives a message up and another one takes it up again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from jarparity import plain_json
from jarparity.areas.kafka_messages.fields import fields_of, versions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.areas.kafka_messages.fields import Field

FIRST: Final = "3.9.0"
"""The first release that is asked: the last one that has all versions of all messages."""
_GONE: Final = b'"gone":true}'


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


class _Messages(Mapping[str, tuple[MessageType, ...]]):
    """The forms of each message by its name; a line is read when it is asked for, which no start of the kit does."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines: dict[str, list[bytes]] = {}
        for line in lines:
            self._lines.setdefault(line.split(b'"', 4)[3].decode(), []).append(line)
        for name in [name for name, forms in self._lines.items() if forms[-1].endswith(_GONE)]:
            del self._lines[name]
        self._read: dict[str, tuple[MessageType, ...]] = {}

    def __getitem__(self, name: str) -> tuple[MessageType, ...]:
        if name not in self._read:
            self._read[name] = tuple(map(_form, self._lines[name]))
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def _form(line: bytes) -> MessageType:
    each = plain_json.parse(line)
    return MessageType(
        name=each["name"],
        since=each.get("since", FIRST),
        versions=versions_of(each["versions"]),
        flexible=versions_of(each["flexible"]) if "flexible" in each else range(0),
        fields=fields_of(each["fields"], each["structs"]),
    )


@cache
def messages() -> Mapping[str, tuple[MessageType, ...]]:
    """The forms of each message by its name, oldest first."""
    return _Messages(files(__package__).joinpath("messages.jsonl").read_bytes().splitlines())


def requests_and_responses() -> tuple[str, ...]:
    """The names of messages that have an API."""
    return tuple(name for name in messages() if name.endswith(("Request", "Response")))


def of_version(name: str, version: int) -> MessageType | None:
    """The newest form of a message that has a version; None where no release has it."""
    return next((form for form in reversed(messages()[name]) if version in form.versions), None)
