"""What `jarparity spark savepoint` says: counts by state, or what differs; its schema is `spark-savepoint`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.advice import counted
from jarparity.advice.savepoint import shown, value_text
from jarparity.report.charts.amounts import size
from jarparity.report.tables import Column, Document, Items, Note, Section, Table, number
from jarparity.spark.savepoint.comparing import STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame

    from jarparity.answers import JSON
    from jarparity.report.tables import Block

SCHEMA: Final = "jarparity-spark-savepoint-1"
_LONG: Final = 300
"""Characters of a path."""


def counts(rows: DataFrame) -> list[dict[str, Any]]:
    """By operator and state how many rows and bytes there are, in order."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    by = ("operator_id", "operator", "state", "kind")
    found = rows.groupBy(*by).agg(f.count("*").alias("rows"), f.sum("bytes").alias("bytes"))
    return [row.asDict() for row in found.orderBy("operator", *by).collect()]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read.

    Attributes:
        savepoint: As the user named it.
        other: With which it was compared, or None.
        output: Where rows were written, or None.
        unread: Keyed state of which there are no rows.
        states: By state of `counts`; of `comparing.counts` where two were compared.
        seconds: Wall clock.
    """

    savepoint: str
    other: str | None
    output: str | None
    unread: Sequence[str]
    states: Sequence[dict[str, Any]]
    seconds: float

    @property
    def differing(self) -> int:
        """How many entries are missing, new or changed."""
        return 0 if self.other is None else sum(state[status] for state in self.states for status in STATUSES[:-1])

    def document(self) -> Document:
        """For people and for machines."""
        return Document(tuple(self._blocks()), self._data())

    def _blocks(self) -> Iterator[Block]:
        if self.other is None:
            if self.states:
                yield _table(self.states)
            rows = sum(state["rows"] for state in self.states)
            all_ = f"{counted(rows, 'row')}, {size(sum(state['bytes'] for state in self.states))}"
            name = shown(self.savepoint, _LONG)
        else:
            yield from map(_compared, self.states)
            entries = sum(state[status] for state in self.states for status in STATUSES)
            all_ = f"{entries:,} {'entry' if entries == 1 else 'entries'}, of which {self.differing:,} differ"
            name = f"{shown(self.savepoint, _LONG)} and {shown(self.other, _LONG)}"
        if self.unread:
            yield Section("Not read", (Items(tuple(shown(each, _LONG) for each in self.unread)),), tone="warning")
        if self.output is not None:
            what = "rows" if self.other is None else "what differs"
            yield f"{what}: {self.output} (Parquet)"
        yield f"{name}: {all_}, in {self.seconds:.1f} s"
        if not self.states:
            yield Note("nothing was read: there is no entry of keyed state", "warning")

    def _data(self) -> JSON:
        return {
            "schema": SCHEMA,
            "savepoint": self.savepoint,
            "other": self.other,
            "output": self.output,
            "seconds": round(self.seconds, 3),
            "unread": list(self.unread),
            "states": [_state(state) for state in self.states] if self.other is None else None,
            "comparison": None
            if self.other is None
            else {"agrees": not self.differing, "states": [_comparison(state) for state in self.states]},
        }


def _table(states: Sequence[dict[str, Any]]) -> Table:
    rows = (
        [shown(state["operator"]), shown(state["state"]), state["kind"], state["rows"], size(state["bytes"])]
        for state in states
    )
    return Table.of(["operator", "state", "kind", number("rows"), number("bytes")], rows)


def _compared(state: dict[str, Any]) -> Section:
    numbers = ", ".join(f"{state[status]:,} {status}" for status in STATUSES)
    differs = any(state[status] for status in STATUSES[:-1])
    name = f"{shown(state['operator'])}, {shown(state['state'])}"
    title = f"{'DIFFERS' if differs else 'same   '} {name}: {numbers}"
    rows = [
        (status, *(_text(first[name]) for name in ("key", "namespace", "user_key", "before", "after")))
        for status in STATUSES[:-1]
        if (first := state[f"first_{status}"]) is not None
    ]
    named: list[Column | str] = ["the first", Column("key", code=True), "namespace", "key in map", "before", "after"]
    return Section(title, (Table.of(named, rows),) if rows else (), tone="bad" if differs else "good")


def _text(value: str | None) -> str:
    return "" if value is None else value_text(json.loads(value))


def _state(state: dict[str, Any]) -> JSON:
    return {
        "operatorId": state["operator_id"],
        "operator": state["operator"],
        "state": state["state"],
        "kind": state["kind"],
        "rows": state["rows"],
        "bytes": state["bytes"],
    }


def _comparison(state: dict[str, Any]) -> JSON:
    return {
        "operatorId": state["operator_id"],
        "operator": state["operator"],
        "state": state["state"],
        **{status: state[status] for status in STATUSES},
        "first": {status: _first(state[f"first_{status}"]) for status in STATUSES[:-1]},
    }


def _first(first: dict[str, str | None] | None) -> JSON:
    if first is None:
        return None
    names = {"key": "key", "namespace": "namespace", "userKey": "user_key", "before": "before", "after": "after"}
    return {name: None if (text := first[column]) is None else json.loads(text) for name, column in names.items()}
