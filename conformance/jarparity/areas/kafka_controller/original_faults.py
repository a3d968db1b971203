"""Faults of Kafka's controller: what is left of a reassignment that another one replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import Value
from jarparity.original_faults import OriginalFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from jarparity.answers import JSON, Answer

_HISTORY: Final = ("kafka.controller.reassignment",)
_BROKERS: Final = (1, 2, 3, 4, 5)
_BROKERS_GO: Final = {"heartbeat", "register", "unregister"}


def _after_each_step(document: JSON, answer: Answer) -> Iterator[tuple[JSON, JSON, dict[str, JSON]]]:
    """The steps, what each was answered, and the partitions after it."""
    partitions: dict[str, JSON] = {}
    if isinstance(answer, Value):
        for step, answered in zip(document["steps"], answer.value, strict=True):
            partitions.update(answered["partitions"])
            yield step, answered, partitions


def _named_twice(document: JSON) -> bool:
    """Whether a request has two targets of one partition: each is worked out as if the other one weren't there."""
    targets = [step["targets"] for step in document["steps"] if step["op"] == "reassign"]
    return any(len({target["partition"] for target in each}) < len(each) for each in targets)


def _on_both_lists(document: JSON, answer: Answer) -> Iterator[JSON]:
    """Partitions that have a replica that is to come and to go."""
    for _, _, partitions in _after_each_step(document, answer):
        yield from (each for each in partitions.values() if {*each["adding"]} & {*each["removing"]})


def _never_ends(document: JSON, answer: Answer) -> bool:
    """Whether all that stay are in sync, and one is waited for that goes; and not by two targets of one request."""
    return not _named_twice(document) and any(
        {*each["replicas"]} - {*each["removing"]} <= {*each["isr"]} for each in _on_both_lists(document, answer)
    )


def _wanted(step: JSON, answered: JSON) -> Iterator[tuple[str, JSON]]:
    """The targets that a step was granted."""
    refused = {each["partition"] for each in answered.get("refused", ())}
    if step["op"] == "reassign" and "error" not in answered:
        for target in step["targets"]:
            if target["replicas"] is not None and target["partition"] not in refused:
                yield str(target["partition"]), target["replicas"]


def _takes_what_was_asked_for(document: JSON, answer: Answer) -> bool:
    """Whether a replica of a target that is granted is to go, or has gone; and not by two targets of one request."""
    return not _named_twice(document) and any(
        not {*target} <= {*partitions[number]["replicas"]} - {*partitions[number]["removing"]}
        for step, answered, partitions in _after_each_step(document, answer)
        for number, target in _wanted(step, answered)
        if number in partitions
    )


def _cancelled(step: JSON, answered: JSON) -> Iterator[str]:
    """The partitions whose reassignment a step took back."""
    refused = {each["partition"] for each in answered.get("refused", ())}
    if step["op"] == "reassign" and "error" not in answered:
        for target in step["targets"]:
            if target["replicas"] is None and target["partition"] not in refused:
                yield str(target["partition"])


def _forgets_what_came(document: JSON, answer: Answer) -> bool:
    """Whether a replica that wasn't there before stays after a cancel, or is out of sync when a reassignment ends."""
    origins: dict[str, set[int]] = {}
    on_their_way: set[str] = set()
    for step, answered, _ in _after_each_step(document, answer):
        cancelled = {*_cancelled(step, answered)}
        for number, now in answered["partitions"].items():
            if now["adding"] or now["removing"]:
                on_their_way.add(number)
                continue
            came = {*now["replicas"]} - origins.get(number, {*now["replicas"]})
            if number in on_their_way and came and (number in cancelled or not came <= {*now["isr"]}):
                return not _named_twice(document)
            on_their_way.discard(number)
            origins[number] = {*now["replicas"]}
    return False


def _replaces_what_comes(document: JSON, answer: Answer) -> bool:
    """Whether another target is granted to a partition to which replicas are to come."""
    coming: set[str] = set()
    for step, answered, partitions in _after_each_step(document, answer):
        if any(number in coming for number, _ in _wanted(step, answered)):
            return True
        coming = {number for number, each in partitions.items() if each["adding"]}
    return False


def _grown_meanwhile(document: JSON, answer: Answer) -> Iterator[tuple[dict[str, JSON], dict[str, JSON]]]:
    """The partitions before and after a step that is to add some, where replicas are on their way."""
    before: dict[str, JSON] = {}
    for step, _, partitions in _after_each_step(document, answer):
        if step["op"] == "grow" and any(each["adding"] or each["removing"] for each in before.values()):
            yield before, partitions
        before = {**partitions}


def _grows_meanwhile(document: JSON, answer: Answer) -> bool:
    """Whether partitions are to be added while replicas are on their way."""
    return next(_grown_meanwhile(document, answer), None) is not None


def _has_the_replicas_of_a_move(document: JSON, answer: Answer) -> bool:
    """Whether a partition is added meanwhile with as many replicas as none of the others is to have."""
    for before, after in _grown_meanwhile(document, answer):
        wanted = {len({*each["replicas"]} - {*each["removing"]}) for each in before.values()}
        if any(len(after[number]["replicas"]) not in wanted for number in after.keys() - before.keys()):
            return True
    return False


def _may_be_refused(document: JSON, _answer: Answer) -> bool:
    """Whether a step may fail that doesn't on the release.

    A leader is to say who is in sync after a broker has gone: where none leads, none says so. Or partitions are added,
    which need as many replicas as another one has then.
    """
    steps = [step["op"] for step in document["steps"]]
    gone = next((at for at, op in enumerate(steps) if op in _BROKERS_GO), len(steps))
    return "isr" in steps[gone:] or "grow" in steps


def _replaced(_operation: str, random: Random) -> JSON:
    """A partition that is reassigned, and then again: to fewer of the replicas that it has then, or to all of them."""
    return _twice(random, lambda now: random.sample(now, random.choice((len(now), random.randrange(1, len(now) + 1)))))


def _replaced_by_any(_operation: str, random: Random) -> JSON:
    """A partition that is reassigned, and then again, to any brokers."""
    return _twice(random, lambda _: random.sample(_BROKERS, random.randrange(1, 5)))


def _twice(random: Random, second_of: Callable[[list[int]], list[int]]) -> JSON:
    """A partition that is reassigned twice; the second target is made of the replicas that it has then."""
    start = random.sample(_BROKERS, random.randrange(1, 4))
    first = random.sample(_BROKERS, random.randrange(1, 5))
    now = [*first, *sorted({*start} - {*first})]
    second = second_of(now)
    steps: list[JSON] = [{"op": "create", "partitions": [start]}]
    if random.randrange(3) == 0:
        steps.append({"op": "isr", "partition": 0, "isr": start[:1]})
    steps += [{"op": "reassign", "targets": [{"partition": 0, "replicas": target}]} for target in (first, second)]
    in_sync = [*start[:1], *[broker for broker in now if broker != start[0] and random.randrange(4)]]
    steps += [{"op": "isr", "partition": 0, "isr": in_sync}, {"op": "list"}]
    if random.randrange(2):
        steps.append({"op": "reassign", "targets": [{"partition": 0, "replicas": None}]})
    return _history(random, steps)


def _grown(_operation: str, random: Random) -> JSON:
    """Partitions are added while another one is moved, and once it is there."""
    factor = random.randrange(1, 3)
    start = [random.sample(_BROKERS, factor) for _ in range(random.randrange(1, 5))]
    at = random.randrange(len(start))
    target = random.sample(_BROKERS, factor)
    now = [*target, *sorted({*start[at]} - {*target})]
    added = [random.sample(_BROKERS, random.choice((factor, len(now)))) for _ in range(3)]
    grow: list[JSON] = [{"op": "grow", "partitions": [replicas]} for replicas in added]
    steps: list[JSON] = [
        {"op": "create", "partitions": start},
        {"op": "reassign", "targets": [{"partition": at, "replicas": target}]},
        *grow[:2],
        {"op": "isr", "partition": at, "isr": now},
        *grow[2:],
    ]
    return _history(random, steps)


def _history(random: Random, steps: list[JSON]) -> JSON:
    return {
        "brokers": [*_BROKERS],
        "eligibleLeaderReplicas": False,
        "metadataVersion": "4.0-IV3",
        "minInsyncReplicas": random.randrange(1, 3),
        "steps": steps,
        "unclean": False,
    }


ORIGINAL_FAULTS: Final = (
    OriginalFault(
        "kafka-reassignment-never-ends",
        "A replica that was to come and is to go now is waited for.",
        _HISTORY,
        shown=_never_ends,
        concerns=lambda document, answer: any(_on_both_lists(document, answer)) or _named_twice(document),
        draw=_replaced,
        refuses=_may_be_refused,
    ),
    OriginalFault(
        "kafka-reassignment-loses-a-replica",
        "A replica that was to go and is asked for now goes nevertheless.",
        _HISTORY,
        shown=_takes_what_was_asked_for,
        concerns=lambda document, answer: _takes_what_was_asked_for(document, answer) or _named_twice(document),
        draw=_replaced,
        refuses=_may_be_refused,
    ),
    OriginalFault(
        "kafka-cancel-keeps-a-replica",
        "A replica that was to come before another target was given stays after a cancel, or isn't waited for.",
        _HISTORY,
        shown=_forgets_what_came,
        concerns=lambda document, answer: _replaces_what_comes(document, answer) or _named_twice(document),
        draw=_replaced_by_any,
        refuses=_may_be_refused,
    ),
    OriginalFault(
        "kafka-partitions-added-during-a-move",
        "A partition that is added while another one is moved has as many replicas as the move.",
        _HISTORY,
        shown=_has_the_replicas_of_a_move,
        concerns=_grows_meanwhile,
        draw=_grown,
        refuses=_grows_meanwhile,  # as the documentation of Admin.createPartitions says
    ),
)
