"""What a caller hands to the assignor of streams groups must be: tasks under other names would be passed over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final, TypeVar

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.java.strings import joined
from copartition.kafka.group.releases import checked_release

if TYPE_CHECKING:
    from copartition.kafka.group.releases import Release
    from copartition.kafka.streams_group.sticky import StreamsMember, Subtopology

_FIRST: Final = (4, 2)

T = TypeVar("T")


def release_of_assignor(given: Release | str) -> Release:
    """A release as numbers; refused if it has no assignor that always answers the same.

    Raises:
        WrongTypeError: It is neither a text nor a tuple.
        ValueError: It isn't known, or older than 4.2.
    """
    release = checked_release(given)
    if release < _FIRST:
        raise ValueError(f"release is {release}: write (4, 2, 0) or a newer one, 4.1 depends on identity hash codes")
    return release


def named(name: str, given: Mapping[str, T]) -> Mapping[str, T]:
    """What is given, by names as Java holds them: halves of surrogate pairs are joined.

    Raises:
        WrongTypeError: A name is no str, or there is no mapping.
        ValueError: Two names are one in Java.
    """
    _arguments.mapping(name, given, "from ids")
    for each in given:
        _arguments.text(f"each id in {name}", each)
    if "".join(given).isascii():
        return given
    found = {joined(each): value for each, value in given.items()}
    if len(found) < len(given):
        raise ValueError(f"{name} has an id twice, once as two halves of its pairs: name each once")
    return found


def check_member(member: StreamsMember) -> None:
    """Refuses tasks that no member can have; names are as Java holds them.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: A number is negative, or too large.
    """
    _arguments.text("StreamsMember.process", member.process)
    _check_partitions("StreamsMember.active", member.active)
    _check_partitions("StreamsMember.standby", member.standby)
    object.__setattr__(member, "process", joined(member.process))
    for subtopology, offsets in _by_subtopology("StreamsMember.offsets", member.offsets).items():
        name = f"StreamsMember.offsets[{subtopology!r}]"
        if not isinstance(offsets, Mapping):
            raise WrongTypeError(f"{name} must be a mapping from partitions, not {type(offsets).__name__}")
        for partition, offset in offsets.items():
            _arguments.count(f"each partition of {name}", partition)
            _arguments.int64(f"{name}[{partition}]", offset)
    for name in ("active", "standby", "offsets"):
        object.__setattr__(member, name, named(f"StreamsMember.{name}", getattr(member, name)))


def check_subtopology(subtopology: Subtopology) -> None:
    """Refuses what is no part of a topology.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: The number of partitions is negative, or too large.
    """
    _arguments.count("Subtopology.partitions", subtopology.partitions)
    object.__setattr__(subtopology, "stateful", _arguments.boolean("Subtopology.stateful", subtopology.stateful))


def _check_partitions(name: str, partitions: object) -> None:
    for subtopology, of in _by_subtopology(name, partitions).items():
        if isinstance(of, (str, bytes)) or not isinstance(of, Collection):
            raise WrongTypeError(f"{name}[{subtopology!r}] must be a list of partitions, not {type(of).__name__}")
        for partition in of:
            _arguments.count(f"each partition of {name}[{subtopology!r}]", partition)


def _by_subtopology(name: str, given: object) -> Mapping[str, object]:
    if not isinstance(given, Mapping):
        raise WrongTypeError(f"{name} must be a mapping from subtopologies, not {type(given).__name__}")
    for subtopology in given:
        _arguments.text(f"each subtopology of {name}", subtopology)
    return given
