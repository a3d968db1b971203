"""Which part of the old snapshots each new subtask restores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.area import Area
from jarparity.areas.flink_rescale.operations import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.domains import Domain


def _domains() -> Sequence[Domain]:
    from jarparity.areas.flink_rescale.domains import DOMAINS  # noqa: PLC0415 - only `prove` needs them

    return DOMAINS


AREA: Final = Area(
    name="flink_rescale",
    summary="Which part of the old snapshots each new subtask restores.",
    operations=OPERATIONS,
    place=3,
    folder=Path(__file__).parent,
    domains=_domains,
    faults=("jarparity.areas.flink_rescale.faults",),
)
