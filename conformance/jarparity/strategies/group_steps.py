"""What can happen to a group next: the rules by which histories of rebalances are drawn, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

TOPICS: Final = ("t", "u", "v")
MEMBERS: Final = ("A", "B", "C", "D", "E")
INSTANCES: Final = ("i0", "i1", "i2")
MOST_PARTITIONS: Final = 5

KINDS: Final = ("join", "rebalance", "leave", "restart", "subscribe", "addPartitions", "addTopic")
"""What can happen; `restart` is two steps: a static member leaves, and comes back under another member id."""


def first_topics() -> SearchStrategy[dict[str, int]]:
    """The topics that exist before the first step."""
    return st.dictionaries(st.sampled_from(TOPICS), st.integers(0, MOST_PARTITIONS), max_size=2)


@dataclass(slots=True)
class GroupNow:
    """A group and its topics after the steps made so far.

    Attributes:
        topics: How many partitions each topic has.
        static: Whether members may have instance ids.
        members: By id what a member joined with; its topics are those of its last subscription.
    """

    topics: dict[str, int]
    static: bool
    members: dict[str, JSON] = field(default_factory=dict)

    def can(self, kind: str) -> bool:
        """Whether this can happen now."""
        match kind:
            case "join":
                return len(self.members) < len(MEMBERS)
            case "rebalance" | "leave" | "subscribe":
                return bool(self.members)
            case "restart":
                return bool(self._static_members()) and self.can("join")
            case "addPartitions":
                return bool(self.topics)
            case _:
                return len(self.topics) < len(TOPICS)

    def steps(self, kind: str) -> SearchStrategy[list[JSON]]:
        """The steps that make it happen; only where it can."""
        if kind == "restart":
            return st.sampled_from(self._static_members()).flatmap(self._restarts)
        return self._step(kind).map(lambda step: [step])

    def make(self, step: JSON) -> None:
        """Take a step's effect over."""
        match step["op"]:
            case "join":
                self.members[step["member"]] = step
            case "leave":
                del self.members[step["member"]]
            case "subscribe":
                self.members[step["member"]] = {**self.members[step["member"]], "topics": step["topics"]}
            case "addTopic" | "addPartitions":
                self.topics[step["topic"]] = step["partitions"]
            case _:
                pass

    def _step(self, kind: str) -> SearchStrategy[JSON]:
        match kind:
            case "join":
                return self._joins()
            case "rebalance":
                return _step("rebalance")
            case "leave":
                return _step("leave", member=st.sampled_from(list(self.members)))
            case "subscribe":
                return _step("subscribe", member=st.sampled_from(list(self.members)), topics=_subscriptions())
            case "addPartitions":
                grown = st.tuples(st.sampled_from(sorted(self.topics)), st.integers(0, 3))
                return grown.map(lambda g: _topic("addPartitions", g[0], self.topics[g[0]] + g[1]))
            case _:
                new = st.sampled_from([topic for topic in TOPICS if topic not in self.topics])
                made = st.tuples(new, st.integers(0, MOST_PARTITIONS))
                return made.map(lambda pair: _topic("addTopic", *pair))

    def _joins(self) -> SearchStrategy[JSON]:
        fields = {
            "member": st.sampled_from([member for member in MEMBERS if member not in self.members]),
            "topics": _subscriptions(),
        }
        taken = {joined.get("instance") for joined in self.members.values()}
        free = [instance for instance in INSTANCES if instance not in taken]
        dynamic = _step("join", **fields)
        if not (self.static and free):
            return dynamic
        return st.one_of(dynamic, _step("join", **fields, instance=st.sampled_from(free)))

    def _restarts(self, member: str) -> SearchStrategy[list[JSON]]:
        before = self.members[member]
        others = [other for other in MEMBERS if other not in self.members]
        return st.sampled_from(others).map(
            lambda new: [{"op": "leave", "member": member}, {**before, "member": new}],
        )

    def _static_members(self) -> list[str]:
        return [member for member, joined in self.members.items() if joined.get("instance") is not None]


def _subscriptions() -> SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(TOPICS), unique=True, max_size=len(TOPICS))


def _step(op: str, **fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries({"op": st.just(op), **fields})


def _topic(op: str, topic: str, partitions: int) -> JSON:
    return {"op": op, "topic": topic, "partitions": partitions}
