"""What can be said of a difference between two controllers: what they make of a partition where they first disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.answer_pairs import AnswerPair
    from jarparity.answers import JSON
    from jarparity.area import Aspect


def _first(pair: AnswerPair) -> tuple[JSON, JSON]:
    """The first partition of which the two lines make something else; nothing where only one writes it."""
    if isinstance(pair.before, Value) and isinstance(pair.after, Value):
        for before, after in zip(pair.before.value, pair.after.value, strict=True):
            one, other = before["partitions"], after["partitions"]
            for number in sorted({*one, *other}):
                if one.get(number) != other.get(number):
                    return one.get(number, {}), other.get(number, {})
    return {}, {}


def _is_reassigned(partition: JSON) -> bool:
    return bool(partition.get("adding") or partition.get("removing"))


def _ends_only(ended: JSON, other: JSON) -> bool:
    return bool(ended) and not _is_reassigned(ended) and _is_reassigned(other)


def _leads_only(led: JSON, other: JSON) -> bool:
    return bool(led.get("leader", -1) >= 0 > other.get("leader", -1))


ASPECTS: Final[Mapping[str, Aspect]] = {
    "reassignment-ends-before": lambda pair, _: _ends_only(*_first(pair)),
    "reassignment-ends-after": lambda pair, _: _ends_only(*reversed(_first(pair))),
    "leads-before": lambda pair, _: _leads_only(*_first(pair)),
}
"""Where they first disagree, a reassignment ends on one line alone; or the older line alone has a leader."""
