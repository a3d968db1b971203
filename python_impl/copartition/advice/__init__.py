"""Advice from the placement, which no original gives: balance, rescaling plans, gaps, explanations.

Advice on moving replicas is in `copartition.advice.reassign`. `rescale_plan` is loaded on first use: it needs numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition._lazy import lazy
from copartition.advice.balance import (
    RangeBalance,
    balanced_keys,
    even_max_parallelisms,
    even_parallelisms,
    fairest_max_parallelism,
    power_of_two,
    range_balance,
    skewed_defaults,
)
from copartition.advice.in_flight_gaps import InFlightGap, in_flight_gaps
from copartition.advice.key_route import KeyRoute, route_of_key
from copartition.advice.misplaced_key_group import Misplacement, Subtask, diagnose_key_group, parsed_message
from copartition.advice.restored_source import restore_source
from copartition.advice.source_placement import Discovery, SourcePlacement, discovery, place_source

if TYPE_CHECKING:
    from copartition.advice.rescaling import RescalePlan, Transfer, rescale_plan

__all__ = [
    "Discovery",
    "InFlightGap",
    "KeyRoute",
    "Misplacement",
    "RangeBalance",
    "RescalePlan",
    "SourcePlacement",
    "Subtask",
    "Transfer",
    "balanced_keys",
    "diagnose_key_group",
    "discovery",
    "even_max_parallelisms",
    "even_parallelisms",
    "fairest_max_parallelism",
    "in_flight_gaps",
    "parsed_message",
    "place_source",
    "power_of_two",
    "range_balance",
    "rescale_plan",
    "restore_source",
    "route_of_key",
    "skewed_defaults",
]

__getattr__, __dir__ = lazy(
    __name__, __all__, {"copartition.advice.rescaling": ("RescalePlan", "Transfer", "rescale_plan")}
)
