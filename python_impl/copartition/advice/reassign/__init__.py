"""Moving replicas: a plan for more of them, what a reassignment copies, and the way back.

The reassignment tool's own part is in `copartition.kafka.reassign`. `plan_increase` is loaded on first use: it needs
numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition._lazy import lazy
from copartition.advice.reassign.moves import BrokerTraffic, Move, moves, traffic
from copartition.advice.reassign.plan import Plan

if TYPE_CHECKING:
    from copartition.advice.reassign.increase import plan_increase

__all__ = ["BrokerTraffic", "Move", "Plan", "moves", "plan_increase", "traffic"]

__getattr__, __dir__ = lazy(__name__, __all__, {"copartition.advice.reassign.increase": ("plan_increase",)})
