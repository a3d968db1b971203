"""Edits somewhere within a JSON document, such that it may well stay a lawful one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


def line(document: Any) -> bytes:  # noqa: ANN401 - any JSON
    """The document as the fixtures print it: no spaces, pure ASCII."""
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def edit(random: Random, document: Any) -> Any:  # noqa: ANN401 - any JSON
    """The document with one place changed; the one given stays as it is."""
    holder = [json.loads(json.dumps(document))]
    places = list(_places(holder))
    container, key = random.choice(places)
    value = container[key]
    if isinstance(value, (list, dict)) and value and random.random() < 0.5:  # noqa: PLR2004 - a coin
        _reshape(random, container, key)
    else:
        container[key] = _other(random, value)
    return holder[0]


def _places(container: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - any JSON
    for key in range(len(container)) if isinstance(container, list) else list(container):
        yield container, key
        if isinstance(container[key], (list, dict)):
            yield from _places(container[key])


def _reshape(random: Random, container: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
    value = container[key]
    if isinstance(value, dict):
        chosen = random.choice(list(value))
        kept = value.pop(chosen)
        if random.random() < 0.5:  # noqa: PLR2004 - a coin
            value[chosen + random.choice(["x", "", " "])] = kept
        return
    at = random.randrange(len(value))
    match random.randrange(4):
        case 0:
            del value[at]
        case 1:
            value.insert(at, value[at])
        case 2:
            value.reverse()
        case _:
            other = random.randrange(len(value))
            value[at], value[other] = value[other], value[at]


def _other(random: Random, value: Any) -> Any:  # noqa: ANN401, PLR0911 - any JSON; one return a type
    match value:
        case bool():
            return random.choice([not value, int(value), None])
        case int():
            return random.choice([value + 1, value - 1, -value, value * 10, 2**31, value + 0.5, str(value), None])
        case str() if value.lstrip("-").isdigit():
            return random.choice([str(int(value) + 1), value + "0", f"0{value}", f"-{value}", str(2**63), int(value)])
        case str() if value:
            at = random.randrange(len(value))
            letter = random.choice("aZ09-/é\ud800 ")
            return random.choice([value[:at] + letter + value[at + 1 :], value[:at] + value[at + 1 :], value + letter])
        case str():
            return random.choice(["a", "\0", None])
        case None:
            return random.choice([0, "", False, [], {}])
        case list():
            return random.choice([[], [None], [[]], {}, None, [value]])
        case dict():
            return random.choice([{}, [], None, {"a": 1}, {**value, "more": 1}])
    raise AssertionError(f"no JSON: {value!r}")
