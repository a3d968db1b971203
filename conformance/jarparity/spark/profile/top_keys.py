"""The most frequent keys of a task: estimated from rows as they come, or exactly from keys that each come once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from jarparity.spark.profile.frequent import Frequent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pyarrow as pa

    from jarparity.spark.profile.loads import Int32s, Int64s

    Slots: TypeAlias = Sequence[Int32s]
    """For each layout the slot of each row's key."""


@dataclass(slots=True)
class TopKeys:
    """Frequent keys of a task, and where they lie.

    Attributes:
        wanted: How many are wanted, where keys come once each.
        frequent: The summary of rows.
        exact: Keys that come once each, with their rows: those with most.
        places: By key its slot in each layout.
        type: The keys' type in Arrow, once one has come.
    """

    wanted: int
    frequent: Frequent = field(default_factory=Frequent)
    exact: dict[Any, int] = field(default_factory=dict)
    places: dict[Any, tuple[int, ...]] = field(default_factory=dict)
    type: pa.DataType | None = None

    def add_rows(self, keys: pa.Array, slots: Slots, buckets: Int32s | None) -> None:
        """Adds rows.

        Args:
            keys: The rows' keys.
            slots: Where they lie.
            buckets: See `Frequent.add`.
        """
        self.type = keys.type
        comparable = _comparable(keys)

        def counted(rows: Int64s) -> tuple[Callable[[Int64s], list[Any]], Int64s]:
            take, counts = _counted(comparable if len(rows) == len(keys) else comparable.take(rows))

            def noted(places: Int64s) -> list[Any]:
                found, firsts = take(places)
                self._note(found, rows[firsts], slots)
                return found

            return noted, counts

        self.frequent.add(len(keys), buckets, counted)
        self.places = {key: self.places[key] for key in self.frequent.held}

    def add_keys(self, keys: pa.Array, slots: Slots, rows: Int64s) -> None:
        """Adds keys with their rows. As no key comes twice, not even in two tasks, the largest here suffice."""
        self.type = keys.type
        most = np.argsort(-rows, kind="stable")[: self.wanted]
        found = _plain(_comparable(keys).take(most))
        self._note(found, most, slots)
        together = {**self.exact, **dict(zip(found, rows[most].tolist(), strict=True))}
        self.exact = dict(sorted(together.items(), key=lambda one: -one[1])[: self.wanted])
        self.places = {key: self.places[key] for key in self.exact}

    def found(self) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """The keys as text, where each lies, and how many rows it has at least."""
        held = self.exact or self.frequent.held
        if held and self.type is not None:
            for text, (key, rows) in zip(texts(list(held), self.type), held.items(), strict=True):
                yield text, self.places[key], rows

    def _note(self, keys: list[Any], rows: Int64s, slots: Slots) -> None:
        at = np.stack([of[rows] for of in slots], axis=1).tolist()
        self.places.update(zip(keys, map(tuple, at), strict=True))


def texts(keys: list[Any], type_: pa.DataType) -> list[str]:
    """Comparable keys as text; bytes as hex, and the fields of a struct in parentheses."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    if pa.types.is_floating(type_):
        bits = pa.int64() if type_ == pa.float64() else pa.int32()
        return [str(number) for number in pa.array(keys, bits).view(type_).to_pylist()]
    return [_text(key) for key in keys]


def _text(key: Any) -> str:  # noqa: ANN401 - a key of any type
    if isinstance(key, bytes):
        return key.hex()
    return f"({', '.join(map(_text, key))})" if isinstance(key, tuple) else str(key)


def _comparable(keys: pa.Array) -> pa.Array:
    """Keys that are equal just where Java's are: floats by their bits, for 0.0 and -0.0 are two keys and NaNs one."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.compute as pc  # noqa: PLC0415

    if not pa.types.is_floating(keys.type):
        return keys
    same = pc.if_else(pc.is_nan(keys), pa.scalar(float("nan"), keys.type), keys)
    return same.view(pa.int64() if keys.type == pa.float64() else pa.int32())


def _plain(keys: pa.Array) -> list[Any]:
    """Comparable keys as Python's values; a struct as a tuple."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    found: list[Any] = keys.to_pylist()
    return [tuple(key.values()) for key in found] if pa.types.is_struct(keys.type) else found


def _counted(keys: pa.Array) -> tuple[Callable[[Int64s], tuple[list[Any], Int64s]], Int64s]:
    """Distinct keys, as a function that gives some with the row where each stands first; and all of their counts."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.compute as pc  # noqa: PLC0415

    if pa.types.is_struct(keys.type):  # Arrow doesn't count these
        firsts: dict[Any, int] = {}
        times: dict[Any, int] = {}
        for row, key in enumerate(_plain(keys)):
            firsts.setdefault(key, row)
            times[key] = times.get(key, 0) + 1
        held = list(times)

        def some(places: Int64s) -> tuple[list[Any], Int64s]:
            found = [held[place] for place in places.tolist()]
            return found, np.array([firsts[key] for key in found], np.int64)

        return some, np.array(list(times.values()), np.int64)
    counted = pc.value_counts(keys)

    def taken(places: Int64s) -> tuple[list[Any], Int64s]:
        values = counted.field("values").take(places)
        return values.to_pylist(), np.asarray(pc.index_in(values, keys)).astype(np.int64)

    return taken, np.asarray(counted.field("counts"))
