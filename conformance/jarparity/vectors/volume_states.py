"""The histories of keyed state for volume: of every type of key, most of them short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.vectors import random_states

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_KEY_TYPES: Final = (*random_states.SCALARS, *random_states.COMPOSITES.values())
_ROWS: Final[tuple[JSON, ...]] = tuple(
    {"type": "row-data", "fields": fields} for fields in (["STRING"], ["INT", "STRING"], ["BIGINT"])
)
_SHORT, _LONG = 16, 60
_LONG_SHARE: Final = 1 / 32


def backends(random: Random) -> JSON:
    """An input of `flink.state.heap-backend`; half of them set keys with their groups."""
    kind = random.choice(_KEY_TYPES)
    return random_states.history(random, kind, steps=_steps(random), sets_groups=random.getrandbits(1) == 1)


def operators(random: Random) -> JSON:
    """An input of `flink.state.keyed-operator`."""
    return random_states.operator_history(random, random.choice(_ROWS), steps=_steps(random))


def _steps(random: Random) -> int:
    return 1 + random.randrange(_LONG if random.random() < _LONG_SHARE else _SHORT)
