"""Faults of Kafka's sticky assignors: what an assignment shows them by, and which groups a fix may assign otherwise.

docs/originals-faults.md shows each by vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import Error, Value
from jarparity.areas.kafka_assignors import random_groups
from jarparity.areas.kafka_assignors.grades import read
from jarparity.original_faults import OriginalFault
from jarparity.values import sticky_bytes
from jarparity.values.sticky_bytes import claims

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from jarparity.answers import JSON, Answer

_STICKY: Final = "kafka.assignor.sticky"
_COOPERATIVE: Final = "kafka.assignor.cooperative-sticky"
_HISTORY: Final = "kafka.assignor.rebalances"
_ENDLESS: Final = "EndlessLoop"


def _kinds(answer: Answer) -> Iterator[str]:
    """The kinds of the errors in an answer: its own, or those of a history's rebalances."""
    if isinstance(answer, Error):
        yield answer.kind
    elif isinstance(answer.value, list):
        yield from (entry["error"]["kind"] for entry in answer.value if isinstance(entry, dict) and "error" in entry)


def _never_ends(_document: JSON, answer: Answer) -> bool:
    return _ENDLESS in _kinds(answer)


def _count(partitions: JSON) -> int:
    return partitions if isinstance(partitions, int) else len(partitions)


def _remembers_what_is_gone(document: JSON, _answer: Answer) -> bool:
    topics = {topic: _count(partitions) for topic, partitions in document.get("topics", {}).items()}
    members = document.get("members", ())
    return any(topic in topics and number >= topics[topic] for member in members for topic, number in claims(member))


def _remembers_a_negative_one(document: JSON, _answer: Answer) -> bool:
    """No topic ever had one, and Java's order of them contradicts itself: a sort that is given fewer may notice."""
    return any(number < 0 for member in document.get("members", ()) for _, number in claims(member))


def _remembers_what_is_not_there(document: JSON, answer: Answer) -> bool:
    return _remembers_what_is_gone(document, answer) or _remembers_a_negative_one(document, answer)


def _gives_wrongly(document: JSON, answer: Answer) -> bool:
    """A member remembers a partition that is gone; it is given, another one is given twice, or the assignment fails.

    No topic ever had a negative one: a fix may leave these as they are.
    """
    if not _remembers_what_is_gone(document, answer) or _remembers_a_negative_one(document, answer):
        return False
    given = read(answer)
    if given is None:
        return not {"IllegalStateException", "NullPointerException"}.isdisjoint(_kinds(answer))
    topics = {topic: _count(partitions) for topic, partitions in document["topics"].items()}
    every = [each for its in given.values() for each in its]
    return len(every) != len(set(every)) or any(number >= topics.get(topic, 0) for topic, number in every)


def _a_member_subscribes_to_nothing(document: JSON, _answer: Answer) -> bool:
    members = document.get("members") or document.get("steps", ())
    return any(member.get("topics") == [] for member in members)


def _fails_to_give_back(document: JSON, answer: Answer) -> bool:
    """An assignment fails so; not where a member claims more than there is, and is set aside for that."""
    return "NullPointerException" in _kinds(answer) and not _remembers_what_is_gone(document, answer)


def _gives_to_who_asked_for_nothing(document: JSON, answer: Answer) -> bool:
    return any(
        subscribed.get(member) == [] and its
        for subscribed, given in _assignments(document, answer)
        for member, its in given.items()
    )


def _assignments(document: JSON, answer: Answer) -> Iterator[tuple[dict[str, list[str]], dict[str, JSON]]]:
    """Each assignment with what the members subscribe to."""
    if "members" in document:
        yield {member["id"]: member["topics"] for member in document["members"]}, read(answer) or {}
        return
    entries = iter(answer.value if isinstance(answer, Value) else ())
    subscribed: dict[str, list[str]] = {}
    for step in document["steps"]:
        match step["op"]:
            case "join" | "subscribe":
                subscribed[step["member"]] = step["topics"]
            case "leave":
                subscribed.pop(step["member"], None)
            case "rebalance":
                entry: JSON = next(entries, {})
                given = entry.get("assignment") if "userData" in entry else entry
                yield dict(subscribed), read(Value(given)) or {}


def _mixed(operation: str, random: Random) -> JSON:
    """A group, or a group's history, in which members subscribe to different topics."""
    if operation == _HISTORY:
        return _mixed_history(random)
    assignor = operation.rpartition(".")[2]
    kinds = random_groups.kinds(assignor, {name: random_groups.WELL_FORMED[name] for name in ("mixed", "mixed-owned")})
    return random_groups.group(random, assignor, *random.choice(kinds), (12, 8, 10))


def _mixed_history(random: Random) -> JSON:
    """Members join and leave, some at once, each with one of a few subscriptions. Nothing else happens."""
    topics = {f"t{place}": 1 + random.randrange(30) for place in range(3 + random.randrange(4))}
    subscriptions = [
        random.sample([*topics], 1 + random.randrange(len(topics))) for _ in range(2 + random.randrange(3))
    ]
    steps: list[JSON] = []
    there: list[str] = []
    joined = 0
    for _ in range(12):
        for _ in range(1 + random.randrange(4)):
            if there and random.randrange(3) == 0:
                steps.append({"op": "leave", "member": there.pop(random.randrange(len(there)))})
            else:
                there.append(f"{random.getrandbits(64):016x}-m{joined}")
                joined += 1
                steps.append({"op": "join", "member": there[-1], "topics": list(random.choice(subscriptions))})
        steps.append({"op": "rebalance"})
    assignor = random.choice(("sticky", "cooperative-sticky"))
    return {"assignor": assignor, "topics": dict(topics), "steps": steps}


def _empty_history(random: Random) -> JSON:
    """A history in which some members subscribe to nothing: their pattern matches no topic."""
    document = _mixed_history(random)
    for step in document["steps"]:
        if step["op"] == "join" and random.randrange(6) == 0:
            step["topics"] = []
    return document


def _stale(operation: str, random: Random) -> JSON:
    return _of_families(operation, random, "stale", "stale-mixed")


def _empty(operation: str, random: Random) -> JSON:
    if operation == _HISTORY:
        return _empty_history(random)
    if random.randrange(2):
        return _remembering(operation, random)
    return _of_families(operation, random, "empty-subscriptions", "empty-subscriptions-uniform")


def _remembering(operation: str, random: Random) -> JSON:
    """A group whose members remember partitions in two generations; some no longer subscribe to them, or to nothing."""
    topics = {"t": 1 + random.randrange(7), "u": random.randrange(3)}
    partitions = [(topic, number) for topic, count in topics.items() for number in range(count)]
    members: list[JSON] = []
    for name in "ABCD"[: 2 + random.randrange(3)]:
        subscribed = random.choice(([], ["t"], ["t"], ["u"], ["t", "u"]))
        owned = [each for each in partitions if random.randrange(2)]
        generation = random.randrange(2)
        sent: JSON
        if operation == _STICKY:
            sent = {"userData": sticky_bytes.write(owned, generation).hex()}
        else:
            data = sticky_bytes.write_generation(generation).hex()
            sent = {"owned": [list(each) for each in owned], "userData": data}
        members.append({"id": name, "topics": subscribed, **sent})
    return {"topics": topics, "members": members}


def _of_families(operation: str, random: Random, *families: str) -> JSON:
    assignor = operation.rpartition(".")[2]
    kinds = random_groups.kinds(assignor, {name: random_groups.MALFORMED[name] for name in families})
    return random_groups.group(random, assignor, *random.choice(kinds), random_groups.SMALL)


ORIGINAL_FAULTS: Final = (
    OriginalFault(
        "kafka-assignment-never-ends",
        "The assignment of a group with different subscriptions never ends.",
        (_STICKY, _COOPERATIVE, _HISTORY),
        shown=_never_ends,
        concerns=_never_ends,
        draw=_mixed,
    ),
    OriginalFault(
        "kafka-topic-made-anew",
        "Partitions that no longer exist are given, others twice, or the assignment fails.",
        (_STICKY, _COOPERATIVE),
        shown=_gives_wrongly,
        concerns=_remembers_what_is_not_there,
        draw=_stale,
        refuses=_remembers_a_negative_one,
    ),
    OriginalFault(
        "kafka-subscribed-to-nothing",
        "A member that subscribes to nothing is given partitions.",
        (_STICKY, _COOPERATIVE, _HISTORY),
        shown=_gives_to_who_asked_for_nothing,
        concerns=_a_member_subscribes_to_nothing,
        draw=_empty,
    ),
    OriginalFault(
        "kafka-owner-set-aside",
        "A previous owner that no longer takes part ends the assignment with a NullPointerException.",
        (_STICKY, _COOPERATIVE),
        shown=_fails_to_give_back,
        concerns=_fails_to_give_back,
        draw=_remembering,
    ),
)
