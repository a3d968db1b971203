"""What a check found: counts from the committed output, never from what tasks reported on the way.

`document` shows it to people and to machines.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.answers import Value
from jarparity.report.tables import Document, Section
from jarparity.spark.blocks import block_of
from jarparity.spark.comparing import COUNTS, DIFFERENCE
from jarparity.spark.errors import SparkPipelineError, explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    from jarparity.answers import JSON
    from jarparity.faults.diagnosis import Diagnosis
    from jarparity.report.tables import Block
    from jarparity.spark.placements import Placement

EXAMPLES: Final = 5
"""Differing keys that are shown for each placement."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A key that the port puts elsewhere; each side's place, or what it answered instead."""

    key: Any
    original: int | str
    port: int | str


@dataclass(frozen=True, slots=True)
class Nulls:
    """What both sides do with a null, if there were any.

    Attributes:
        original: What the original answers; None where it isn't asked, because the key decides nothing then.
        port: What the port answers.
        agree: Whether that is the same.
    """

    original: str | None
    port: str | None
    agree: bool


@dataclass(frozen=True, slots=True)
class PlacementVerdict:
    """What was found of one placement.

    Attributes:
        placement: The placement.
        rows: How many rows with a key were compared.
        nulls: How many nulls there were; they are no keys.
        differing: How many rows have a key that differs.
        examples: The first of these keys, each once, in their order.
        looks_like: Known bugs that put all these examples where the port does, best first.
        of_nulls: What both sides do with nulls, where there are any.
        keys: How many distinct keys differ.
    """

    placement: Placement
    rows: int
    nulls: int
    differing: int
    examples: Sequence[Difference] = ()
    looks_like: Sequence[Diagnosis] = ()
    of_nulls: Nulls | None = None
    keys: int = 0

    @property
    def agrees(self) -> bool:
        """Whether every key, and null where there is one, is where the original puts it."""
        return not self.differing and (self.of_nulls is None or self.of_nulls.agree)


def read_findings(session: SparkSession, folder: str, schema: StructType | None = None) -> DataFrame:
    """The committed findings in a folder.

    Args:
        session: The session.
        folder: Where they were written.
        schema: Their columns; without it they are read from the files, of which there are none where there was no key.

    Raises:
        SparkPipelineError: They are not whole: the job that wrote them has not ended.
    """
    if not exists(session, f"{folder.rstrip('/')}/_SUCCESS"):
        raise SparkPipelineError(f"{folder} has no _SUCCESS: the job that writes it has not ended")
    return (session.read if schema is None else session.read.schema(schema)).parquet(folder)


def exists(session: SparkSession, path: str) -> bool:
    """Whether there is anything of that name, on whatever file system it names."""
    system, hadoop = _place(session, path)
    return bool(system.exists(hadoop))


def refuse_existing(session: SparkSession, path: str) -> None:
    """Looks whether a folder can be written.

    Raises:
        SparkPipelineError: There is something of that name.
    """
    with explained(f"{path} can't be looked at"):
        if exists(session, path):
            raise SparkPipelineError(f"{path} is there already: name another folder, or remove it")


def remove(session: SparkSession, path: str) -> None:
    """Removes a folder with all that is in it, on whatever file system it names, if it is there."""
    system, hadoop = _place(session, path)
    system.delete(hadoop, True)  # noqa: FBT003 - Java's signature


def _place(session: SparkSession, path: str) -> tuple[Any, Any]:
    """Hadoop's file system of a path, and the path."""
    gateway: Any = session.sparkContext._gateway  # noqa: SLF001 - PySpark has no way to ask a file system
    java: Any = session.sparkContext._jsc  # noqa: SLF001
    hadoop = gateway.jvm.org.apache.hadoop.fs.Path(path)
    return hadoop.getFileSystem(java.hadoopConfiguration()), hadoop


def verdicts(findings: DataFrame, placements: Sequence[Placement], key_type: str) -> list[PlacementVerdict]:
    """The counts of each placement, with the first keys that differ, and the bugs that these look like."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    counts = findings.where(f.col("finding") == COUNTS).groupBy("placement")
    sums = {
        row["placement"]: row
        for row in counts.agg(*(f.sum(name).alias(name) for name in ("rows", "nulls", "differing"))).collect()
    }
    found = []
    for placement in placements:
        row = sums.get(str(placement)) or {"rows": 0, "nulls": 0, "differing": 0}
        examples, keys = _examples(findings, placement) if row["differing"] else ([], 0)
        bugs = _diagnosed(placement, key_type, examples)
        counted = row["rows"], row["nulls"], row["differing"]
        found.append(PlacementVerdict(placement, *counted, examples, bugs, keys=keys))
    return found


def _examples(findings: DataFrame, placement: Placement) -> tuple[list[Difference], int]:
    """The first keys that differ, each once, and how many such keys there are; only these are shuffled."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    wrong = findings.where((f.col("finding") == DIFFERENCE) & (f.col("placement") == str(placement)))
    columns = "key", "original", "original_threw", "port", "port_said"
    distinct = wrong.select(*columns).distinct()
    rows = distinct.orderBy("key", "original", "port").limit(EXAMPLES).collect()
    examples = [
        Difference(
            row["key"],
            row["original"] if row["original_threw"] is None else row["original_threw"],
            row["port"] if row["port_said"] is None else row["port_said"],
        )
        for row in rows
    ]
    return examples, distinct.select("key").distinct().count()


def _diagnosed(placement: Placement, key_type: str, examples: Sequence[Difference]) -> list[Diagnosis]:
    from jarparity.faults.diagnosis import diagnose  # noqa: PLC0415 - imports every known fault

    documents = block_of(key_type, [example.key for example in examples]).inputs(placement)
    return diagnose(
        (placement.operation, document, Value(example.original), Value(example.port))
        for document, example in zip(documents, examples, strict=True)
        if isinstance(example.original, int) and isinstance(example.port, int)
    )


def document(
    found: Sequence[PlacementVerdict], port: str, key_type: str, output: str | None, seconds: float
) -> Document:
    """The verdicts.

    Args:
        found: By placement.
        port: As the user named it.
        key_type: The keys' Java type.
        output: Where what differs was written, or None.
        seconds: Wall clock.
    """
    data = {
        "schema": "jarparity-spark-check-1",
        "port": port,
        "keyType": key_type,
        "output": output,
        "seconds": round(seconds, 3),
        "placements": [_row(one) for one in found],
    }
    keys = max((one.rows + one.nulls for one in found), default=0)
    blocks: list[Block] = [_section(one) for one in found]
    if output is not None:
        blocks.append(f"findings: {output} (finding=difference are the keys that differ)")
    blocks.append(f"{port}: {keys:,} rows, keys of type {key_type}, in {seconds:.1f} s")
    if not any(one.rows for one in found):
        blocks.append("nothing was compared: there are no keys")
    return Document(tuple(blocks), data)


def _section(one: PlacementVerdict) -> Section:
    head = f"{'agrees ' if one.agrees else 'DIFFERS'} {one.placement}: {one.differing:,} of {one.rows:,} rows differ"
    keys = f", with {one.keys:,} distinct key{'s' * (one.keys != 1)}" if one.keys else ""
    return Section(head + keys, tuple(_details(one)))


def _details(one: PlacementVerdict) -> Iterator[str]:
    for example in one.examples:
        yield f"{example.key!r}: {one.placement.line} {example.original}, the port {example.port}"
    for bug in one.looks_like:
        yield f"looks like {bug.tag}: a port that {bug.title} (`jarparity explain tag {bug.tag}`)"
    nulls = one.of_nulls
    rows = f"{one.nulls:,} null{'s' if one.nulls > 1 else ''}"
    if nulls is None:
        return
    if nulls.original is None:
        yield f"{rows}: a record without a key, whose partition the producer chooses; not compared"
    elif nulls.agree:
        yield f"{rows}: {one.placement.line} says {nulls.original}; so does the port"
    else:
        yield f"{rows}: {one.placement.line} says {nulls.original}, the port {nulls.port}"


def _row(one: PlacementVerdict) -> JSON:
    nulls = one.of_nulls
    return {
        "placement": str(one.placement),
        "line": str(one.placement.line),
        "operation": one.placement.operation,
        "parameters": one.placement.parameters,
        "agrees": one.agrees,
        "rows": one.rows,
        "nulls": one.nulls,
        "differing": one.differing,
        "differingKeys": one.keys,
        "examples": [
            {"key": _plain(example.key), "original": example.original, "port": example.port} for example in one.examples
        ],
        "looksLike": [bug.tag for bug in one.looks_like],
        "ofNulls": nulls and {"original": nulls.original, "port": nulls.port, "agree": nulls.agree},
    }


def _plain(key: Any) -> JSON:  # noqa: ANN401 - a key as Spark gives it
    if isinstance(key, float) and not math.isfinite(key):
        return str(key)
    return bytes(key).hex() if isinstance(key, bytes | bytearray) else key
