"""Hypothesis strategies for keys, parallelisms and whole inputs, weighted to the values at which ports go wrong.

Use them in the property tests of a port of your own, in a project that has nothing else of jarparity:

    from hypothesis import given
    from jarparity.strategies import keys, max_parallelisms

    @given(keys(["string", "long"]), max_parallelisms())
    def test_key_group(key, max_parallelism): ...

Keys are JSON documents with their Java type, such as `{"type": "long", "value": "-1"}`. A failing example shrinks as
far as Hypothesis can; `jarparity check` shrinks further, for it knows the inputs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

from jarparity import registry
from jarparity.values import keys as drawn_keys
from jarparity.values import numbers
from jarparity.values.boundary import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_Drawn = TypeVar("_Drawn")


def drawn(draw: Callable[[Random], _Drawn]) -> SearchStrategy[_Drawn]:
    """What a generator draws, choice by choice, so that Hypothesis can shrink it."""
    return st.randoms(use_true_random=False).map(draw)


def inputs(operation: str) -> SearchStrategy[JSON]:
    """The inputs of an operation, such as `kafka.assignor.range`.

    Raises:
        KeyError: There is no such operation.
    """
    return drawn(registry.operation(operation).draw)


def keys(types: Iterable[str] | None = None) -> SearchStrategy[JSON]:
    """Keys of the given types, or of every type that has a hash code of its own.

    Args:
        types: Names such as `long` or `row-data`. `null`, `bytes` and `enum` come only when asked for.

    Raises:
        ValueError: There is no such type.
    """
    wanted = [name for name in KEYS if name not in {"null", "bytes", "enum"}] if types is None else list(types)
    unknown = sorted(set(wanted) - set(KEYS))
    if unknown or not wanted:
        raise ValueError(f"no key type {', '.join(unknown) or 'given'}; write some of {', '.join(KEYS)}")
    return drawn(lambda random: drawn_keys.of_type(random, random.choice(wanted)))


def max_parallelisms() -> SearchStrategy[int]:
    """Max parallelisms; about one in five is one that Flink refuses, or a boundary value."""
    return drawn(numbers.max_parallelism)
