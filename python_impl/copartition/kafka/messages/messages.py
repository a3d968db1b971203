"""Requests, responses and other messages as bytes, and back: what Kafka generates from its schemas."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from copartition import _arguments
from copartition.errors import UnsupportedVersionException
from copartition.kafka.assignors.versions import parsed
from copartition.kafka.group.releases import NEWEST, checked_release, limits_what_it_reads
from copartition.kafka.messages.fields import NEVER, Structs, versions_of
from copartition.kafka.messages.reading import Reading
from copartition.kafka.messages.writing import BYTES_HINT, message_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.releases import Release
    from copartition.kafka.messages.fields import Struct

_FIRST: Final = "3.9.0"
"""The oldest release whose messages are known: the last that has all versions, before 4.0 gave many up."""
_ALWAYS_OLDEST: Final = "ApiVersionsResponse"
"""KIP-511: a client asks for it before it knows which versions the broker has."""


@dataclass(frozen=True, slots=True)
class MessageType:
    """A message of a release.

    Attributes:
        api: The number of its API; None of what is no request or response.
        versions: Those that the release has.
        flexible: Those that have tags and short lengths.
        struct: Its fields.
    """

    api: int | None
    versions: range
    flexible: range
    struct: Struct


def message_names(release: Release | str = NEWEST) -> tuple[str, ...]:
    """The messages that a release has, by name: `JoinGroupRequest`, `RequestHeader`.

    Raises:
        WrongTypeError: `release` is neither a text nor a tuple.
        ValueError: It is no release from 3.9.0 on.
    """
    release = _known(release)
    return tuple(name for name in _lines() if _type(name, release) is not None)


def message_type(name: str, release: Release | str = NEWEST) -> MessageType:
    """A message by its name.

    Raises:
        WrongTypeError: An argument has the wrong type.
        ValueError: The release has no such message, or is no release from 3.9.0 on.
    """
    _arguments.text("message", name)
    found = _type(name, _known(release))
    if found is None:
        raise ValueError(f"there is no message {name!r} in this release: `message_names` gives those that there are")
    return found


def encode_message(message: str, value: Mapping[str, Any], version: int, *, release: Release | str = NEWEST) -> bytes:
    """A message as bytes, without a header or a length: `Message.write(Writable, ObjectSerializationCache, short)`.

    Args:
        message: Its name, as Kafka's schemas have it: `JoinGroupRequest`.
        value: Its fields by the names of the schemas. Values are int, bool, float, str, bytes,
            `copartition.kafka.Uuid`, lists, dicts of fields, and None. A field that is left out has its default.
            Tags that the release doesn't know are a list of `RawTaggedField` under the name `_unknownTaggedFields`.
        version: The version that is written.
        release: The release that writes: its messages, versions and fields.

    Raises:
        NullPointerException: A field is None that may not be.
        RuntimeException: A string takes more than 32767 bytes, or unknown tags aren't in their order.
        UnsupportedVersionException: The release has no such version; or the version lacks a field that has another
            value than its default, and isn't ignorable; or it has no tags, and there are unknown ones.
        WrongTypeError: An argument or a field has the wrong type; the message names it.
        ValueError: There is no such message or field in this release, or a number doesn't fit.
    """
    of = message_type(message, release)
    _check_version(message, of, version)
    return message_bytes(of.struct, value, version, flexible=version in of.flexible)


def decode_message(message: str, data: bytes, version: int, *, release: Release | str = NEWEST) -> dict[str, Any]:
    """A message's fields: all that the version has. Bytes behind the last field are not looked at.

    Args:
        message: Its name, as Kafka's schemas have it.
        data: Its bytes, without a header or a length.
        version: The version in which they were written.
        release: The release that reads.

    Raises:
        BufferUnderflowException: The bytes end within a number.
        RuntimeException: They end within a text or a list, or one is null that may not be.
        IllegalArgumentException: A varint is too long, or the bytes end within records.
        NegativeArraySizeException: A tag has fewer than no bytes.
        UnsupportedVersionException: The release has no such version.
        WrongTypeError: An argument has the wrong type.
        ValueError: There is no such message in this release.

    Original: `Message.read(Readable, short)`.
    """
    of = message_type(message, release)
    _check_version(message, of, version)
    limited = limits_what_it_reads(checked_release(release))
    source = Reading(_arguments.bytes_like("data", data, BYTES_HINT), limited=limited, whole=True)
    return source.fields(of.struct, version, flexible=version in of.flexible)


class Header(NamedTuple):
    """What stands in front of a request or a response.

    Attributes:
        api: The number of the API.
        version: The version of the message `RequestHeader` or `ResponseHeader`.
    """

    api: int
    version: int


def header_version(message: str, version: int, *, release: Release | str = NEWEST) -> Header:
    """The header of a request or a response: one with tags, if the version has tags.

    Args:
        message: Its name, as Kafka's schemas have it: `ApiVersionsResponse`.
        version: Its version.
        release: The release that writes or reads it.

    Raises:
        UnsupportedVersionException: The release has no such version.
        WrongTypeError: An argument has the wrong type.
        ValueError: There is no such request or response in this release.

    Original: `ApiMessageType.requestHeaderVersion(short)`, `responseHeaderVersion(short)`.
    """
    of = message_type(message, release)
    if of.api is None:
        raise ValueError(f"{message} is no request and no response: nothing stands in front of it")
    _check_version(message, of, version)
    with_tags = version in of.flexible and message != _ALWAYS_OLDEST
    return Header(of.api, (1 if message.endswith("Request") else 0) + with_tags)


def _check_version(message: str, of: MessageType, version: int) -> None:
    if _arguments.int32("version", version) not in of.versions:
        first, last = of.versions.start, of.versions.stop - 1
        raise UnsupportedVersionException(f"{message} has versions {first} to {last} in this release, not {version}")


def _known(release: Release | str) -> Release:
    release = checked_release(release)
    if release < parsed(_FIRST):
        raise ValueError(f"messages are known from release {_FIRST} on, not of {'.'.join(map(str, release))}")
    return release


@lru_cache(maxsize=4096)
def _type(name: str, release: Release) -> MessageType | None:
    """The last form of a message that isn't newer than a release; None where the release has no such message."""
    known = [form for form in map(json.loads, _lines().get(name, ())) if release >= parsed(form.get("since", _FIRST))]
    if not known or "gone" in known[-1]:
        return None
    said = known[-1]
    return MessageType(
        api=said.get("api"),
        versions=versions_of(said["versions"]),
        flexible=versions_of(said["flexible"]) if "flexible" in said else NEVER,
        struct=Structs(said["structs"], lambda _: True).of(name, said["fields"]),
    )


@cache
def _lines() -> Mapping[str, list[str]]:
    """The lines of the table by the message that they begin with: few programs need all of them."""
    found: dict[str, list[str]] = {}
    for line in files(__package__).joinpath("messages.jsonl").read_text(encoding="utf-8").splitlines():
        found.setdefault(line.split('"', 4)[3], []).append(line)
    return found
