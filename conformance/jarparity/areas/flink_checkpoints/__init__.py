"""What a checkpoint or savepoint of Flink says about itself: its file `_metadata`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.area import Area
from jarparity.areas.flink_checkpoints.schemas import ANSWER, INPUT, first_of
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation

if TYPE_CHECKING:
    from jarparity.areas.flink_checkpoints import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

_SUMMARY: Final = "What a checkpoint or savepoint of Flink says about itself: its file _metadata."

AREA: Final = Area(
    name="flink_checkpoints",
    summary=_SUMMARY,
    place=4,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.flink_checkpoints.faults",),
    operations=(
        Operation(
            name="flink.checkpoint.metadata",
            summary="The file _metadata of a checkpoint or savepoint, as bytes and back, in formats 2 to 6.",
            original=(
                "org.apache.flink.runtime.checkpoint.Checkpoints.storeCheckpointMetadata(CheckpointMetadata, "
                "DataOutputStream, MetadataSerializer), loadCheckpointMetadata(DataInputStream, ClassLoader, String)"
            ),
            python="copartition.flink.checkpoint",
            family="flink",
            input=INPUT,
            answer=ANSWER,
            draw=inputs.metadata,
            cases=cases.metadata,
            enough=512,
            volume_rows=50,
            messages=False,
            varies=True,
            min_version=first_of,
            problems=rules.problems,
            excluded=(varying.MESSAGES, varying.CLASSES),
            notes=(
                "A handle's id is null where the original draws one at random, for the file has none. Subtasks that "
                "had finished are null, and so are those of an operator that had. Properties are what Java "
                "serialized. Formats 5 and 6 are of 2.x; no release writes format 2. A damaged count can make the "
                "original reserve gigabytes: such bytes are not drawn."
            ),
        ),
    ),
)
