"""What a check found: counts from the committed output, never from what tasks said on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.answers import Value
from jarparity.bugs.diagnosis import diagnose
from jarparity.spark.asked_port import inputs
from jarparity.spark.blocks import block_of
from jarparity.spark.comparing import COUNTS, DIFFERENCE
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    from jarparity.bugs.diagnosis import Diagnosis
    from jarparity.spark.placements import Placement

EXAMPLES: Final = 5
"""Differing keys that are shown for each placement."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A key that the port puts elsewhere; each side's place, or what it said instead."""

    key: Any
    original: int | str
    port: int | str


@dataclass(frozen=True, slots=True)
class Nulls:
    """What both sides do with a null, if there were any.

    Attributes:
        original: What the original says; None where nobody asks it, because the key decides nothing then.
        port: What the port says.
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
        rows: How many keys were compared.
        nulls: How many nulls there were; they are no keys.
        differing: How many keys differ.
        examples: The first of them, in the order of the keys.
        looks_like: Known bugs that put all these examples where the port does, best first.
        of_nulls: What both sides do with nulls, where there are any.
    """

    placement: Placement
    rows: int
    nulls: int
    differing: int
    examples: Sequence[Difference] = ()
    looks_like: Sequence[Diagnosis] = ()
    of_nulls: Nulls | None = None

    @property
    def agrees(self) -> bool:
        """Whether every key, and null where there is one, is where the original puts it."""
        return not self.differing and (self.of_nulls is None or self.of_nulls.agree)


def read_findings(session: SparkSession, folder: str, schema: StructType | None = None) -> DataFrame:
    """The committed findings in a folder.

    Args:
        session: The session.
        folder: Where they were written.
        schema: Their columns; without it they are told from the files, of which there are none where there was no key.

    Raises:
        SparkPipelineError: They are not whole: the job that wrote them has not ended.
    """
    if not is_committed(session, folder):
        raise SparkPipelineError(f"{folder} has no _SUCCESS: what wrote it has not ended, and it is not to be used")
    return (session.read if schema is None else session.read.schema(schema)).parquet(folder)


def is_committed(session: SparkSession, folder: str) -> bool:
    """Whether Spark has marked a folder as whole."""
    return _exists(session, f"{folder.rstrip('/')}/_SUCCESS")


def exists(session: SparkSession, folder: str) -> bool:
    """Whether there is anything of that name, on whatever file system it names."""
    return _exists(session, folder)


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
        row = sums.get(str(placement))
        if row is None:
            found.append(PlacementVerdict(placement, 0, 0, 0))
            continue
        examples = _examples(findings, placement) if row["differing"] else []
        bugs = _diagnosed(placement, key_type, examples)
        found.append(PlacementVerdict(placement, row["rows"], row["nulls"], row["differing"], examples, bugs))
    return found


def _examples(findings: DataFrame, placement: Placement) -> list[Difference]:
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    wrong = findings.where((f.col("finding") == DIFFERENCE) & (f.col("placement") == str(placement)))
    rows = wrong.orderBy("key", "original", "port").limit(EXAMPLES).collect()
    return [
        Difference(
            row["key"],
            row["original"] if row["original_threw"] is None else row["original_threw"],
            row["port"] if row["port_said"] is None else row["port_said"],
        )
        for row in rows
    ]


def _diagnosed(placement: Placement, key_type: str, examples: Sequence[Difference]) -> list[Diagnosis]:
    documents = inputs(placement, block_of(key_type, [example.key for example in examples]))
    return diagnose(
        (placement.operation, document, Value(example.original), Value(example.port))
        for document, example in zip(documents, examples, strict=True)
        if isinstance(example.original, int) and isinstance(example.port, int)
    )


def _exists(session: SparkSession, name: str) -> bool:
    gateway: Any = session.sparkContext._gateway  # noqa: SLF001 - PySpark has no way to ask a file system
    java: Any = session.sparkContext._jsc  # noqa: SLF001
    path = gateway.jvm.org.apache.hadoop.fs.Path(name)
    return bool(path.getFileSystem(java.hadoopConfiguration()).exists(path))
