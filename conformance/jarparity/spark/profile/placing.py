"""The port on a worker: Arrow's keys as packed columns, and the slots that it puts them on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.columns import DTYPES, Column
from jarparity.lines import Line
from jarparity.ports.load import DEFAULT
from jarparity.spark.asked_port import ask_port, described, port_of_worker
from jarparity.spark.blocks import KINDS, Block
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import FLINK, KAFKA
from jarparity.spark.packages import ship_packages
from jarparity.spark.placements import Placement
from jarparity.spark.profile.frequent import BUCKETS
from jarparity.spark.profile.wanted import slots_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from pyspark.sql import SparkSession

    from jarparity.spark.key_types import Key
    from jarparity.spark.profile.loads import Int32s

_BUCKETS: Final = {
    FLINK: Placement(FLINK, Line("flink", "any"), {"max": BUCKETS}),
    KAFKA: Placement(KAFKA, Line("kafka-clients", "any"), {"partitions": BUCKETS}),
}


@dataclass(frozen=True, slots=True)
class Placing:
    """A port and the type of the keys that it is asked for; travels to the workers.

    Attributes:
        key_type: The keys' Java type.
        port: `module:attribute`.
        folder: Where the driver found its module, if the executors are on the driver's machine.
    """

    key_type: str
    port: str = DEFAULT
    folder: str | None = None

    @classmethod
    def shipped(cls, session: SparkSession, key_type: str, port: str | None = None) -> Placing:
        """A port, with its package on the way to the executors where they are other machines.

        Raises:
            SparkPipelineError: A package can't be shipped.
        """
        name = port or DEFAULT
        module = name.partition(":")[0]
        # The port's own comes last: that is whose folder is told.
        others = [ours for ours in ("jarparity", DEFAULT.partition(".")[0]) if ours != module.partition(".")[0]]
        return cls(key_type, name, ship_packages(session, [*others, module]))

    def slots(self, layouts: Sequence[Placement], keys: pa.Array) -> list[Int32s]:
        """Where the port puts each key.

        Args:
            layouts: The slots, one set or several.
            keys: The keys, no null among them.

        Returns:
            For each layout a slot a key.

        Raises:
            SparkPipelineError: The port gives a key no slot, or one that doesn't exist.
            PortError: The port can't be loaded.
        """
        column = packed(keys, self.key_type)
        block = Block(self.key_type, column.rows, 0, column.data, ())
        return [self._slots(layout, block, keys) for layout in layouts]

    def _slots(self, layout: Placement, block: Block, keys: pa.Array) -> Int32s:
        said = ask_port(port_of_worker(self.port, self.folder), layout, block)
        if said.replies:
            row, reply = next(iter(said.replies.items()))
            raise SparkPipelineError(f"{layout}: the port places no key {keys[row].as_py()!r}: {described(reply)}")
        slots: Int32s = said.answers
        if len(slots) and not 0 <= int(slots.min()) <= int(slots.max()) < slots_of(layout):
            raise SparkPipelineError(
                f"{layout}: the port gives slots {int(slots.min())} to {int(slots.max())}, where there are 0 to "
                f"{slots_of(layout) - 1}"
            )
        return slots


def check_packed(key: Key) -> None:
    """Whether a port can be asked for such keys in whole columns.

    Raises:
        SparkPipelineError: It can't; the message says what can be done.
    """
    if key.type not in KINDS:
        raise SparkPipelineError(
            f"column {', '.join(key.columns)}: a port is asked for keys of type {', '.join(KINDS)}, not {key.type}: "
            "let the originals place them, by --by original"
        )


def buckets(keys: pa.Array, key_type: str) -> Int32s | None:
    """A number below `BUCKETS` for each key, the same for equal keys; None for keys that aren't packed."""
    if key_type not in KINDS:
        return None
    (found,) = Placing(key_type).slots([_BUCKETS[KAFKA if key_type == "bytes" else FLINK]], keys)
    return found


def packed(keys: pa.Array, key_type: str) -> Column:
    """Keys, no null among them, as a packed column."""
    kind = KINDS[key_type]
    if kind in DTYPES:
        return Column.of_array(kind, keys.to_numpy(zero_copy_only=False))
    _, offsets, data = keys.buffers()
    if data is None or not len(keys):
        return Column.of_packed(kind, np.zeros(len(keys) + 1, np.int32), np.zeros(0, np.uint8))
    ends = np.frombuffer(offsets, np.int32, len(keys) + 1, keys.offset * 4)
    return Column.of_packed(kind, ends - ends[0], np.frombuffer(data, np.uint8)[ends[0] : ends[-1]])
