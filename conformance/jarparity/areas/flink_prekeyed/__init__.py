"""A stream that is keyed already: record, split, key group."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.area import Area
from jarparity.areas.flink_prekeyed.operations import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.domains import Domain


def _domains() -> Sequence[Domain]:
    from jarparity.areas.flink_prekeyed.domains import DOMAINS  # noqa: PLC0415 - only `prove` needs them

    return DOMAINS


AREA: Final = Area(
    name="flink_prekeyed",
    summary="A stream that is keyed already: record, split, key group.",
    operations=OPERATIONS,
    place=5,
    folder=Path(__file__).parent,
    domains=_domains,
    faults=("jarparity.areas.flink_prekeyed.faults",),
)
