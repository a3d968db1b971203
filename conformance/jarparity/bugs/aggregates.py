"""A subtask with SQL's group aggregate: the model, with the switches of `AggregateRules`, on that of keyed state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.bugs import key_groups, keyed_state
from jarparity.bugs.rules import GroupRules, StateRules, ThrownError, nothing_else

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.answers import JSON
    from jarparity.bugs.rules import AggregateRules

_STATE: Final = {"state": "accState"}
_TRUE_RANGES: Final = GroupRules()
_TRUE_STATE: Final = StateRules()


def history(document: JSON, rules: AggregateRules) -> list[JSON]:
    """One observation a step.

    Raises:
        ThrownError: There is no such subtask.
    """
    subtask = _Subtask(document, rules)
    observations = []
    for step in document["steps"]:
        try:
            observations.append(subtask.step(step))
        except ThrownError as error:
            observations.append({"error": {"kind": error.kind}})
    return observations


class _Subtask:
    """A backend of which one state is asked: the accumulators, each [count, sum] in decimals."""

    def __init__(self, document: JSON, rules: AggregateRules) -> None:
        self.rules, self.groups, self.update_before = rules, document["maxParallelism"], document["updateBefore"]
        own = self.range_of(document)
        states = [{"name": "accState", "namespace": "void"}]
        self.backend = keyed_state.opened({"maxParallelism": self.groups, "range": own, "states": states}, _TRUE_STATE)

    def range_of(self, subtask: JSON) -> JSON:
        parallelism, operator = subtask["parallelism"], subtask["operator"]
        own = key_groups.range_of_operator(self.groups, parallelism, operator, _TRUE_RANGES)
        if not 0 <= operator < parallelism:
            raise ThrownError("IllegalArgumentException")
        return own if self.rules.range == "of-subtask" else {"start": 0, "end": self.groups - 1}

    def step(self, step: JSON) -> JSON:
        observe = _OBSERVATIONS.get(step["op"])
        if observe is None:
            raise nothing_else(step)
        return observe(self, step)

    def element(self, step: JSON) -> JSON:
        if self.rules.context == "each" or self.backend.key is None:
            try:
                self.backend.set_key(step["key"])
            except ThrownError:
                raise ThrownError("RuntimeException") from None
        output = [
            {"kind": kind, "key": self.backend.key, "sum": total}
            for kind, total in self.emitted(step["kind"], int(step["value"]))
        ]
        state = self.backend.dump()
        return {"output": output, "key": self.backend.key, "keyGroup": self.backend.group, "state": state}

    def emitted(self, kind: str, value: int) -> Iterator[tuple[str, str]]:
        known, accumulates = self.backend.access({"op": "value", **_STATE}), kind in _ACCUMULATING
        if known is None and not accumulates and self.rules.unknown == "dropped":
            return
        count, total = map(int, known or ("0", "0"))
        sign = 1 if accumulates or self.rules.retraction == "added" else -1
        if accumulates or self.rules.retraction != "ignored":
            count, total = count + sign, self.wrapped(total + sign * value)
        left = total if self.rules.cleared == "at-sum-zero" else count
        if left == 0:
            if self.rules.cleared == "never":
                self.backend.access({"op": "update", **_STATE, "value": [str(count), str(total)]})
            else:
                self.backend.access({"op": "clear", **_STATE})
            if known is not None and self.rules.deletion == "said":
                yield "-D", known[1]
            return
        self.backend.access({"op": "update", **_STATE, "value": [str(count), str(total)]})
        if known is None:
            yield "+I", str(total)
        elif known[1] != str(total) or self.rules.unchanged == "emitted":
            if self.update_before or self.rules.before == "always":
                yield "-U", known[1]
            yield "+U", str(total)

    def wrapped(self, total: int) -> int:
        if self.rules.overflow == "never":
            return total
        return (total + (1 << 63)) % (1 << 64) - (1 << 63)

    def restore(self, step: JSON) -> None:
        own, names = self.range_of(step), step["from"]
        if self.rules.restored == "same-subtask":
            names = names[step["operator"] :][:1]
        self.backend.restore({"range": own, "from": names})


_ACCUMULATING: Final = ("+I", "+U")
_OBSERVATIONS: Final[dict[str, Callable[[_Subtask, JSON], JSON]]] = {
    "element": _Subtask.element,
    "getCurrentKey": lambda subtask, _: subtask.backend.key,
    "getCurrentKeyGroup": lambda subtask, _: subtask.backend.group,
    "dump": lambda subtask, _: subtask.backend.dump(),
    "snapshot": lambda subtask, step: subtask.backend.snapshot(step["name"]),
    "restore": _Subtask.restore,
}
