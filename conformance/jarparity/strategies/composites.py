"""Keys made of keys: tuples, lists and rows; and `keys`, which gives keys of any type."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.edges.composites import PICKLES
from jarparity.edges.keys import key
from jarparity.strategies import scalars, times
from jarparity.strategies.scalars import edge_keys
from jarparity.strategies.sql import row_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_MAX_TUPLE = 25
ROW_KINDS = ("+I", "-U", "+U", "-D")

_SCALARS: dict[str, Callable[[], SearchStrategy[JSON]]] = {
    "string": scalars.strings,
    "long": scalars.longs,
    "integer": scalars.integers,
    "short": scalars.shorts,
    "byte": scalars.byte_numbers,
    "char": scalars.chars,
    "boolean": scalars.booleans,
    "double": scalars.doubles,
    "float": scalars.floats,
    "big-decimal": scalars.big_decimals,
    "big-integer": scalars.big_integers,
    "local-date": times.local_dates,
    "local-time": times.local_times,
    "local-date-time": times.local_date_times,
    "instant": times.instants,
    "uuid": scalars.uuids,
    "sql-date": times.sql_dates,
    "sql-timestamp": times.sql_timestamps,
}


def tuples() -> SearchStrategy[JSON]:
    """`org.apache.flink.api.java.tuple.Tuple0` to `Tuple25` keys, nested, some fields null."""
    made = st.lists(_items(), max_size=5) | st.lists(_leaves(), min_size=_MAX_TUPLE, max_size=_MAX_TUPLE)
    return made.map(lambda fields: key("tuple", fields))


def lists() -> SearchStrategy[JSON]:
    """`java.util.List` keys, nested, some elements null."""
    return st.lists(_items(), max_size=6).map(lambda items: key("list", items))


def rows() -> SearchStrategy[JSON]:
    """`org.apache.flink.types.Row` keys of every kind; fields may be null, bytes, lists, tuples or rows.

    >>> from hypothesis import find
    >>> find(rows(), lambda k: any(f["type"] == "bytes" for f in k["value"]["fields"]))["value"]["fields"]
    [{'type': 'bytes', 'value': ''}]
    """
    return _row(st.one_of(_items(), _byte_arrays()))


def keys(types: Iterable[str] | None = None) -> SearchStrategy[JSON]:
    """Keys of the given types, or of every type that has a hash code of its own.

    Args:
        types: Names such as `long` or `row-data`. `null`, `bytes` and `enum` come only when asked for.

    Raises:
        ValueError: There is no such type.

    >>> from hypothesis import find
    >>> find(keys(["integer"]), lambda k: int(k["value"]) < 0)
    {'type': 'integer', 'value': '-1'}
    """
    makers: dict[str, Callable[[], SearchStrategy[JSON]]] = {
        **_SCALARS,
        "tuple": tuples,
        "list": lists,
        "row": rows,
        "row-data": row_data,
        "null": scalars.nulls,
        "bytes": lambda: edge_keys("bytes"),
        "enum": lambda: edge_keys("enum"),
    }
    wanted = [name for name in makers if name not in {"null", "bytes", "enum"}] if types is None else list(types)
    unknown = sorted(set(wanted) - set(makers))
    if unknown or not wanted:
        raise ValueError(f"no key type {', '.join(unknown) or 'given'}; write some of {', '.join(makers)}")
    return st.one_of([makers[name]() for name in wanted])


def any_keys() -> SearchStrategy[JSON]:
    """Keys of every type; about one in twelve is null or hashed by its identity, which is refused."""
    refused = st.one_of(
        scalars.nulls(),
        scalars.identity_hashed(),
        st.lists(scalars.identity_hashed(), min_size=1, max_size=2).map(lambda items: key("tuple", items)),
        st.lists(scalars.identity_hashed(), min_size=1, max_size=2).map(lambda items: key("list", items)),
    )
    every = keys()  # built once: a strategy that is new to Hypothesis costs milliseconds
    return st.integers(0, 11).flatmap(lambda choice: refused if choice == 11 else every)  # noqa: PLR2004 - one of 12


@cache
def _leaves() -> SearchStrategy[JSON]:
    return st.one_of([scalars.nulls(), *(make() for make in _SCALARS.values())])


def _byte_arrays() -> SearchStrategy[JSON]:
    pickles = st.sampled_from(list(PICKLES.values()))
    return st.one_of(st.binary(max_size=12).map(bytes.hex), pickles).map(lambda text: key("bytes", text))


def _row(fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.builds(
        lambda kind, items: key("row", {"kind": kind, "fields": items}),
        st.sampled_from(ROW_KINDS),
        st.lists(fields, max_size=5),
    )


@cache
def _items() -> SearchStrategy[JSON]:
    """Leaves, and tuples, lists and rows of such items, few levels deep."""

    def extend(inner: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
        several = st.lists(inner, max_size=3)
        return st.one_of(
            several.map(lambda items: key("list", items)),
            several.map(lambda items: key("tuple", items)),
            _row(inner),
        )

    return st.recursive(_leaves(), extend, max_leaves=6)
