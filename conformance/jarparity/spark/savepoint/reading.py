"""A savepoint or checkpoint as rows: the driver reads metadata and headers, the executors the key groups."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from copartition.advice.savepoint.rows import PART, part_rows, savepoint_parts
from copartition.errors import JavaError
from copartition.flink.operator_id import operator_id
from jarparity.spark.blocks import Rows
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.worker_port import ship_packages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from pyspark import Broadcast
    from pyspark.sql import DataFrame, SparkSession

    from copartition.advice.savepoint.rows import SavepointParts, StateRow, StreamPart
    from copartition.flink.checkpoint import OperatorState

ROWS: Final = Rows.of(
    operator_id="string",
    operator="string",
    subtask="int",
    key_group="int",
    state="string",
    kind="string",
    namespace="string",
    key="string",
    user_key="string",
    value="string",
    bytes="bigint",
)
"""The columns of `entries`; namespaces, keys and values are JSON."""

_BATCH: Final = 8192
"""So many rows come at once."""

_TASKS: Final = 10_000
"""Tasks at most; each then reads several parts."""


@dataclass(frozen=True, slots=True)
class Savepoint:
    """A savepoint or checkpoint whose metadata was read. Made by `Savepoint.of`.

    Attributes:
        name: As the user named it.
        parts: What is to be read.
        uids: By operator id, what the operator is called: its uid, else its name, else its id.
    """

    name: str
    parts: SavepointParts
    uids: dict[str, str]

    @classmethod
    def of(cls, path: str | Path, uids: Iterable[str] = (), *, most: int = PART) -> Savepoint:
        """Reads its metadata, and the header of each stream.

        Args:
            path: Its folder, or its `_metadata`, on this machine and under the same name on the executors'.
            uids: Uids of operators, which metadata of Flink 1 doesn't have.
            most: So many bytes of key groups are read at once at most, except where one key group has more.

        Raises:
            SparkPipelineError: It can't be read; the message says why.
        """
        try:
            parts = savepoint_parts(path, most=most)
        except OSError as error:
            raise SparkPipelineError(f"{error.filename or path} can't be read: {error.strerror}") from error
        except (ValueError, TypeError, JavaError) as error:
            raise SparkPipelineError(f"{path} can't be read: {error}") from error
        known = {operator_id(uid): uid for uid in uids}
        names = {each.id: each.uid or known.get(each.id) or each.name or each.id for each in parts.operators}
        return cls(str(path), parts, names)

    @property
    def operators(self) -> dict[str, OperatorState]:
        """The operators by their ids."""
        return {each.id: each for each in self.parts.operators}

    def frame(self, session: SparkSession) -> DataFrame:
        """Its rows, read when they are used: `ROWS`."""
        ship_packages(session, ["copartition", "jarparity"])
        parts = self.parts.parts
        shared = session.sparkContext.broadcast((parts, self.uids))
        numbers = session.range(0, len(parts), 1, max(1, min(len(parts), _TASKS)))
        return numbers.mapInArrow(_Reading(shared), ROWS.ddl)


def entries(session: SparkSession, path: str | Path, uids: Iterable[str] = ()) -> DataFrame:
    """The entries of keyed state in a savepoint or checkpoint; of a map state a row for each of the user's keys.

    Args:
        session: A classic session; nothing of it is changed but the Python packages that new tasks get.
        path: The folder of a canonical savepoint or a heap backend's checkpoint, or its `_metadata`.
        uids: Uids of operators, which metadata of Flink 1 doesn't have: rows are named by them.

    Returns:
        A row for each pair: `operator_id`, `operator` (its uid, else its name, else its id), `subtask` (which wrote
        it), `key_group`, `state`, `kind`, `namespace`, `key`, `user_key` (null but in map states), `value`, and `bytes`
        in the file. Namespaces, keys and values are JSON, as `jarparity explain savepoint` has them; of classes that
        are not known `{"bytes":"…"}`.

    Raises:
        SparkPipelineError: It can't be read; the message says why. What is damaged in a key group is found when the
            rows are used.
    """
    return Savepoint.of(path, uids).frame(session)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a task does: from numbers of parts to rows.

    Attributes:
        shared: All parts, and the operators' names.
    """

    shared: Broadcast[tuple[Sequence[StreamPart], dict[str, str]]]

    def __call__(self, numbers: Iterable[Any]) -> Iterator[Any]:
        """Batches of rows.

        Args:
            numbers: `pyarrow.RecordBatch`es of one column.
        """
        parts, uids = self.shared.value
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                yield from batches(parts[number], uids)


def batches(part: StreamPart, uids: dict[str, str]) -> Iterator[Any]:
    """The rows of a part, as `pyarrow.RecordBatch`es.

    Raises:
        SparkPipelineError: The file can't be read, or is damaged.
    """
    rows = part_rows(part)
    head = part.operator, uids[part.operator], part.subtask
    try:
        while some := list(islice(rows, _BATCH)):
            yield ROWS.batch([(*head, *_cells(row)) for row in some])
    except JavaError as error:
        raise SparkPipelineError(f"{error} (`jarparity explain savepoint` shows what can be read)") from error
    except OSError as error:
        fix = "put the savepoint where all executors have it"
        raise SparkPipelineError(f"{error.filename} can't be read: {error.strerror}; {fix}") from error


def _cells(row: StateRow) -> tuple[Any, ...]:
    user_key = None if row.user_key is None else _json(row.user_key)
    namespace = None if row.namespace is None else _json(row.namespace)
    place = row.key_group, row.state.encode("utf-8", "backslashreplace").decode(), row.kind
    return (*place, namespace, _json(row.key), user_key, _json(row.value), row.size)


_json: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""As `jarparity.answers.canonical` writes it, without making an encoder for each value."""
