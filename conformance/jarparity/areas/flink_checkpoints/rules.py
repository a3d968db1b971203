"""Rules between the fields of metadata: what no handle of an original can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_METADATA: Final = -1
"""The key group of changes that are the backend's metadata."""


def problems(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.checkpoint.metadata`."""
    yield from _of("input", document)


def _of(path: str, value: JSON) -> Iterator[Problem]:
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from _of(f"{path}[{i}]", item)
    elif isinstance(value, dict):
        yield from _names(f"{path}.states", value.get("states", ()))
        if value.get("type") == "changes-in-memory":
            yield from _key_groups(f"{path}.changes", value["changes"])
        for name, item in value.items():
            yield from _of(f"{path}.{name}", item)


def _names(path: str, states: list[JSON]) -> Iterator[Problem]:
    names = [state["name"] for state in states]
    for i, name in enumerate(names):
        if name in names[:i]:
            yield f"{path}[{i}].name", f"{name!r} stands there twice, and a handle has each once; write different ones"


def _key_groups(path: str, changes: list[JSON]) -> Iterator[Problem]:
    for i, (key_group, _) in enumerate(changes):
        if key_group < _METADATA:
            yield f"{path}[{i}][0]", f"{key_group} is none; write a key group, or -1 for metadata"
