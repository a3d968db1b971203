"""State backends: how a job is told to take one, and what its snapshots are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.measures.live.flink.cluster import Job

CANONICAL: Final = ("savepoint", "a canonical savepoint")


@dataclass(frozen=True, slots=True)
class Backend:
    """A state backend.

    Attributes:
        written: What a job with it restores: the kind of handle, and how it is called.
        settings: A job's, by name.
        reads_checkpoints: Whether its checkpoints are streams that operations read; else they are its own files.
    """

    written: tuple[tuple[str, str], ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    reads_checkpoints: bool = True

    def running(self, job: Job) -> tuple[str, str]:
        """Takes a snapshot of a running job that can be read: how it is called, and where it is."""
        if self.reads_checkpoints:
            return "checkpoint", job.checkpoint()
        return "savepoint while it runs", job.savepoint()


HEAP: Final = Backend((CANONICAL, ("key-groups", "a heap backend's checkpoint")))

ROCKSDB: Final = Backend(
    (CANONICAL,),
    {
        "state.backend.type": "rocksdb",
        "state.backend": "rocksdb",  # so it is called up to 1.18
        # An operator's subtask has a database of its own, and that a buffer for each state.
        "state.backend.rocksdb.writebuffer.size": "1mb",
        "state.backend.rocksdb.memory.fixed-per-slot": "64mb",
    },
    reads_checkpoints=False,
)


def incremental(*, on: bool) -> dict[str, str]:
    """Settings that say whether a checkpoint has only what is new."""
    value = str(on).lower()
    # The second is its name up to 1.19.
    return {"execution.checkpointing.incremental": value, "state.backend.incremental": value}
