"""Which keys a stage compares, and where: every placement that an area declares, on every release that has it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.keysets.key_set import KeySet
from jarparity.keysets.names import CAPACITY, KINDS, KeySetError
from jarparity.originals import locked_lines
from jarparity.spark.blocks import KINDS as PACKED
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.generate import Written
from jarparity.spark.key_types import Key
from jarparity.spark.placements import parse_placement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.key_placements import KeyPlacement
    from jarparity.spark.placements import Placement
    from quality.campaign.plan import Plan, Stage

COLUMN: Final = "key"
"""The name of the keys' column."""

_ENOUGH: Final = 2**31
"""Types with fewer values than this are compared completely by `jarparity prove`."""
_FEW: Final = 64


@dataclass(frozen=True, slots=True)
class KeyStage:
    """What a stage of keys compares.

    Attributes:
        written: The keys.
        placements: Where they are put.
    """

    written: Written
    placements: tuple[Placement, ...]

    @classmethod
    def of(cls, plan: Plan, stage: Stage) -> KeyStage:
        """The stage of this number: one key set after the other, and again, each time with the rows that come next."""
        each, sets = plan.kinds[stage.kind].stage, key_sets()
        round_, place = divmod(stage.number, len(sets))
        kind, key_type = sets[place]
        keys = Written(KeySet(kind, key_type, plan.seed), each, COLUMN, first=round_ * each)
        random = Random(f"{plan.seed}/{stage}")  # noqa: S311 - reproducible, not secret
        return cls(keys, tuple(_placements(random, key_type)))

    def __str__(self) -> str:
        keys, first = self.written.keys, self.written.first
        where = dict.fromkeys(placement.without_line for placement in self.placements)
        rows = f"{first:,} to {first + self.written.rows - 1:,}"
        return f"{keys.kind} keys of type {keys.key_type}, rows {rows}: {', '.join(where)}"


@cache
def key_sets() -> tuple[tuple[str, str], ...]:
    """All key sets, as kind and Java's type of the keys, that cross in columns and have keys enough."""
    return tuple((kind, key_type) for kind in KINDS for key_type in PACKED if _is_set(kind, key_type))


def _is_set(kind: str, key_type: str) -> bool:
    try:
        KeySet(kind, key_type)
    except KeySetError:
        return False
    return CAPACITY[key_type] >= _ENOUGH


def _placements(random: Random, key_type: str) -> list[Placement]:
    found = []
    for operation in registry.OPERATIONS.values():
        form = operation.placement
        if form is None or operation.bulk is None:
            continue
        numbers = ",".join(f"{name}={number}" for name, number in _numbers(form, random).items())
        for line in locked_lines():
            if operation.has(line):
                placement = parse_placement(f"{form.name}:{numbers},line={line.version}")
                if _takes(placement, key_type):
                    found.append(placement)
    return found


def _takes(placement: Placement, key_type: str) -> bool:
    try:
        placement.check_key(Key((COLUMN,), key_type))
    except SparkPipelineError:
        return False
    return True


def _numbers(form: KeyPlacement, random: Random) -> Mapping[str, int]:
    """Settings: usual ones, few, powers of two, any."""
    numbers: dict[str, int] = {}
    for name, setting in form.settings.items():
        most = min(setting.most, numbers.get(setting.within, setting.most))
        power = 1 << random.randrange(most.bit_length())
        some = (setting.example, random.randint(1, _FEW), power, random.randint(1, most))
        numbers[name] = min(most, random.choice(some))
    return numbers
