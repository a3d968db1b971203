"""The check of a port on a whole data set: read, asked on both sides, compared and written by one job.

The plan: the JVM packs keys by the ten thousand, asks the originals for each block, and hands the blocks to one
`mapInArrow`, where the port answers and both are compared. Only differing keys and a row of counts a block come back.
Measured against the plainer plans in `bench/spark.py`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from jarparity.answers import Error, Skip, Value, same
from jarparity.originals import silent
from jarparity.ports.load import open_port
from jarparity.references.batches import read_groups
from jarparity.spark.comparing import DIFFERENCE, KeyComparison
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.key_types import key_of
from jarparity.spark.placements import Placement, parse_placements
from jarparity.spark.shipping import ship
from jarparity.spark.verdict import Nulls, PlacementVerdict, read_findings, refuse_existing, verdicts
from jarparity.spark.worker_port import WorkerPort, described

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import DataFrame

    from jarparity.answers import JSON, Answer, Reply
    from jarparity.originals import Originals, Progress
    from jarparity.spark.key_types import Key
    from jarparity.spark.shipping import Shipped


def check(  # noqa: PLR0913 - the options of a check
    data: DataFrame,
    column: str | Sequence[str],
    placements: str | Placement | Sequence[str | Placement],
    *,
    key_type: str | None = None,
    port: str | None = None,
    originals: Originals | None = None,
    progress: Progress = silent,
) -> DataFrame:
    """The keys that a port puts elsewhere than the originals: computed when the result is used.

    Only what the data themselves shuffle is computed at once. The data's session gets our JAR and the lines' archives,
    and is else left as it is.

    Args:
        data: The data.
        column: The key's column, or several for a tuple or row.
        placements: Such as `flink:max=128,parallelism=4` or `kafka:partitions=12,line=3.9.2`.
        key_type: The key's Java type; by default what fits the column.
        port: `module:attribute` of a port; by default our own.
        originals: Where the JARs are; by default the kit's own lock and the user's cache.
        progress: Notified of each step.

    Returns:
        A row for each placement and key that differs: `placement`, `line`, `key`, `original` (or `original_threw`) and
        `port` (or `port_said`). Nulls are no keys, and left out.

    Raises:
        SparkPipelineError: Column, key type or placement can't be; the message says what fits.
        PortError: The port can't be loaded.
        OriginalsError: The JARs can't be had, or are not the locked ones.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    found, _ = Check.of(data, column, placements, key_type=key_type, port=port).findings(originals, progress)
    wanted = ("placement", "line", "key", "original", "original_threw", "port", "port_said")
    return found.where(f.col("finding") == DIFFERENCE).select(*wanted)


@dataclass(frozen=True, slots=True)
class Check:
    """A check that can be run: everything in it fits together. Made by `Check.of`.

    Attributes:
        data: The data.
        key: The key of each row.
        placements: What is compared.
        port: The port's name; None for our own.
    """

    data: DataFrame
    key: Key
    placements: tuple[Placement, ...]
    port: str | None

    @classmethod
    def of(
        cls,
        data: DataFrame,
        column: str | Sequence[str],
        placements: str | Placement | Sequence[str | Placement],
        *,
        key_type: str | None = None,
        port: str | None = None,
    ) -> Check:
        """Puts a check together. Arguments and errors as for `check`."""
        key = key_of(data.schema, column, key_type)
        found = parse_placements([placements] if isinstance(placements, str | Placement) else placements)
        for placement in found:
            placement.check_key(key)
        check_port(port, found)
        return cls(data, key, tuple(found), port)

    def run(
        self, output: str, *, originals: Originals | None = None, progress: Progress = silent
    ) -> list[PlacementVerdict]:
        """Runs the check, writes what it finds, and reads the verdict from what was committed.

        Args:
            output: A folder that is not there yet, on a file system that all executors reach. It gets Parquet, of which
                `finding=difference` are the keys that differ, and `_SUCCESS` once it is whole.
            originals: Where the JARs are; by default the kit's own lock and the user's cache.
            progress: Notified of each step.

        Raises:
            SparkPipelineError: The folder is there, or the job failed; the message says why.
            OriginalsError: The JARs can't be had, or are not the locked ones.
        """
        session = self.data.sparkSession
        refuse_existing(session, output)
        findings, shipped = self.findings(originals, progress)
        progress("comparing")
        with explained("the comparison failed"):
            findings.write.partitionBy("finding").mode("errorifexists").parquet(output)
            committed = read_findings(session, output, findings.schema)
            found = verdicts(committed, self.placements, self.key.type)
            return [replace(one, of_nulls=self._nulls(shipped, one.placement)) if one.nulls else one for one in found]

    def findings(self, originals: Originals | None = None, progress: Progress = silent) -> tuple[DataFrame, Shipped]:
        """The findings, computed when they are used, and the originals that they come from. Errors as for `check`."""
        session = self.data.sparkSession
        shipped = ship(session, [placement.line for placement in self.placements], originals, progress)
        comparison = KeyComparison(self.placements, self.key.type, WorkerPort(self.port).shipped(session))
        with explained("the keys can't be read"):
            keys = self.data.select(self.key.column().alias("key"))
            blocks = shipped.blocks(self.placements, self.key.type, keys)
        return blocks.mapInArrow(comparison, comparison.rows.ddl), shipped

    def _nulls(self, shipped: Shipped, placement: Placement) -> Nulls:
        """What both sides answer to null: one case, however many nulls there are."""
        if placement.form.takes_bytes:
            return Nulls(None, None, agree=True)
        document: JSON = {placement.field: {"type": "null", "value": None}, **placement.parameters}
        original = _original(shipped, placement, document)
        reply: Reply = next(iter(open_port(self.port).replies(placement.operation, placement.line, [document])))
        agree = isinstance(reply, Value | Error) and same(original, reply)
        return Nulls(described(original), described(reply), agree=agree or isinstance(reply, Skip))


def check_port(port: str | None, placements: Sequence[Placement]) -> None:
    """Whether a port is there, and has the operations of these placements.

    Raises:
        SparkPipelineError: It lacks one.
        PortError: It can't be loaded.
    """
    offered = open_port(port).info.operations
    for placement in placements:
        if not any(fnmatchcase(placement.operation, glob) for glob in offered):
            raise SparkPipelineError(
                f"the port {port} has no {placement.operation}, which {placement} needs; it has {', '.join(offered)}"
            )


def _original(shipped: Shipped, placement: Placement, document: JSON) -> Answer:
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    asked = placement.operation, json.dumps({str(placement.line): None}), json.dumps([document])
    (row,) = shipped.session.range(1).select(shipped.answers(*map(f.lit, asked)).alias("answers")).collect()
    (((_, answer),),) = read_groups(row["answers"], 1, [placement.line])
    return answer
