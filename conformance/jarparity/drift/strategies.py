"""What is drawn in a search for drift: the operation's own inputs, small ones, and ones aimed at rare differences."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from jarparity import sticky_bytes
from jarparity.drift.group_reductions import renamed_topics
from jarparity.strategies.groups import ASSIGNORS, small_groups
from jarparity.vectors import random_groups, random_histories

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON
    from jarparity.operations import Operation

RARE: Final = 10_000
"""Inputs after which a rare difference counts as not found."""

_ASSIGNOR: Final = "kafka.assignor."
_HISTORIES: Final = f"{_ASSIGNOR}rebalances"
_ONE_BIN: Final = {"t": "Aa", "u": "BB", "v": "C#"}
"""Topics of one hash code: only their order of insertion orders them in a `HashMap`."""
_SIZE: Final = (6, 6, 8)


def inputs_for(operation: Operation) -> SearchStrategy[JSON]:
    """The strategy of an operation; of histories, every second with topics of one hash code."""
    drawn: SearchStrategy[JSON] = operation.load_strategy()
    if operation.name != _HISTORIES:
        return drawn
    return st.one_of(drawn, drawn.map(lambda history: renamed_topics(history, _ONE_BIN)))


def small_inputs_for(operation: Operation) -> SearchStrategy[JSON]:
    """Of groups, only those that Hypothesis draws piece by piece, and so can shrink."""
    assignor = operation.name.removeprefix(_ASSIGNOR)
    return small_groups(assignor) if assignor in ASSIGNORS else inputs_for(operation)


def rare_inputs(operation: Operation, seed: int) -> Iterator[JSON]:
    """Groups with different subscriptions and a past, partitions that all claim, and long histories."""
    assignor = operation.name.removeprefix(_ASSIGNOR)
    random = Random(f"{seed} rare {operation.name}")  # noqa: S311 - reproducible, not secret
    for _ in range(RARE):
        if assignor in ("sticky", "cooperative-sticky") and random.random() < 0.3:  # noqa: PLR2004 - a share
            yield _claimed_by_all(random, assignor)
        elif assignor in ("sticky", "cooperative-sticky"):
            family = random.choice(("mixed-owned", "claimed-twice-mixed", "empty-subscriptions", "claimed-twice"))
            era = random.choice(random_groups.eras(assignor, family))
            yield random_groups.group(random, assignor, family, era, _SIZE)
        elif operation.name == _HISTORIES:
            kind, steps = random.choice(ASSIGNORS), random.choice((1, 2, 6))
            static, observed = random.choice((False, True)), random.choice((False, True))
            history = random_histories.history(random, kind, steps=steps, static=static, observed=observed)
            names = list(history["topics"])
            yield renamed_topics(history, dict(zip(names, _ONE_BIN.values(), strict=False)))


def _claimed_by_all(random: Random, assignor: str) -> JSON:
    """Three or four members of different generations that claim the same partitions."""
    members: list[JSON] = []
    for member in "ABCD"[: random.choice((3, 4))]:
        generation = random.randrange(3)
        owned = [("t", number) for number in range(3) if random.random() < 0.8]  # noqa: PLR2004 - a share
        said: JSON = {"id": member, "topics": ["t"], "generation": generation}
        if assignor == "sticky":
            members.append({**said, "userData": sticky_bytes.write(owned, generation).hex()})
        else:
            members.append({**said, "owned": [list(pair) for pair in owned]})
    return {"topics": {"t": 3}, "members": members}
