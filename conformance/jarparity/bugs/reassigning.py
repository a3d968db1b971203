"""The reassignment tool, with the switches of `ReassignRules`: what it reads, what moves, what it prints."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from jarparity.bugs.rules import ThrownError
from jarparity.utf16 import units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.bugs.rules import ReassignRules

_KNOWN: Final = {"topic", "partition", "replicas", "log_dirs"}
_ESCAPED: Final = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def parse(document: JSON, rules: ReassignRules) -> JSON:
    """The answer to `kafka.reassign.parse`."""
    entries = _read(document["json"], rules)
    return {
        "partitions": [
            {"topic": entry["topic"], "partition": entry["partition"], "replicas": entry["replicas"]}
            for entry in _sorted(entries, rules)
        ],
        "logDirs": [
            {"topic": entry["topic"], "partition": entry["partition"], "broker": broker, "dir": path}
            for entry in _sorted(entries, rules)
            for broker, path in sorted(zip(entry["replicas"], entry["log_dirs"], strict=False))
            if path != "any" or rules.any == "a-path"
        ],
    }


def _read(text: str, rules: ReassignRules) -> list[JSON]:
    fields = _typed(_value(text), dict)
    if "version" not in fields and rules.version == "required":
        raise ThrownError("JsonMappingException")
    if _typed(fields.get("version", 1), int) != 1:
        raise ThrownError("AdminOperationException")
    entries = [_entry(entry, rules) for entry in _typed(fields.get("partitions", []), list)]
    if not entries or (rules.empty == "refused" and not all(entry["replicas"] for entry in entries)):
        raise ThrownError("AdminCommandFailedException")
    names = [(entry["topic"], entry["partition"]) for entry in entries]
    twice = len(set(names)) < len(names)
    brokers_twice = any(len(set(entry["replicas"])) < len(entry["replicas"]) for entry in entries)
    if rules.twice == "refused" and (twice or brokers_twice):
        raise ThrownError("AdminCommandFailedException")
    return list(dict(zip(names, entries, strict=True)).values())


def _value(text: str) -> Any:  # noqa: ANN401 - any JSON value
    stripped = text.lstrip(" \t\n\r")
    return json.JSONDecoder().raw_decode(stripped)[0] if stripped else None


def _entry(entry: JSON, rules: ReassignRules) -> JSON:
    fields = _typed(entry, dict)
    if rules.unknown == "refused" and fields.keys() - _KNOWN:
        raise ThrownError("JsonMappingException")
    read: dict[str, JSON] = {}
    for name, type_ in (("topic", str), ("partition", int), ("replicas", list)):
        if name not in fields:
            raise ThrownError("JsonMappingException")
        read[name] = _typed(fields[name], type_)
    read["replicas"] = [_typed(broker, int) for broker in read["replicas"]]
    dirs = _typed(fields.get("log_dirs", ["any"] * len(read["replicas"])), list)
    read["log_dirs"] = [_typed(path, str) for path in dirs]
    if len(dirs) != len(read["replicas"]) and rules.sizes == "equal":
        raise ThrownError("AdminCommandFailedException")
    return read


def _typed(value: Any, type_: type) -> Any:  # noqa: ANN401 - any JSON value
    wrong = not isinstance(value, type_) or (type_ is int and isinstance(value, bool))
    if wrong or (type_ is int and not -(2**31) <= value < 2**31):
        raise ThrownError("JsonMappingException")
    return value


def _sorted(entries: Iterable[JSON], rules: ReassignRules) -> list[JSON]:
    match rules.order:
        case "units":
            return sorted(entries, key=lambda entry: (units(entry["topic"]), entry["partition"]))
        case "code-points":
            return sorted(entries, key=lambda entry: (entry["topic"], entry["partition"]))
        case "as-given":
            return list(entries)


def plan(document: JSON, rules: ReassignRules) -> JSON:
    """The answer to `kafka.reassign.plan`."""
    current = {(entry["topic"], entry["partition"]): entry["replicas"] for entry in document["current"]}
    moves: dict[tuple[str, int], tuple[set[int], set[int]]] = {}
    for moving in document.get("reassigning", ()):
        adding = set(moving["adding"])
        sources = set(moving["replicas"]) - (adding if rules.going_on == "left-out" else set())
        moves[moving["topic"], moving["partition"]] = (sources, adding)
    for entry in document["proposed"]:
        name = (entry["topic"], entry["partition"])
        if name not in moves and name not in current:
            raise ThrownError("RuntimeException")
        sources = moves[name][0] if name in moves else set(current[name])
        if rules.sources == "leader" and name in current:
            sources = set(current[name][:1])
        new = set(entry["replicas"]) - (sources if rules.destinations == "new" else set())
        moves[name] = (sources, new)
    ordered = sorted(moves.items(), key=lambda item: (units(item[0][0]), item[0][1]))
    return {
        "moves": [
            {"topic": topic, "partition": number, "sources": sorted(sources), "destinations": sorted(new)}
            for (topic, number), (sources, new) in ordered
        ],
        "leaderThrottles": _throttles([(name, sources) for name, (sources, _) in ordered], rules),
        "followerThrottles": _throttles([(name, new - sources) for name, (sources, new) in ordered], rules),
        "brokers": sorted({broker for sources, new in moves.values() for broker in sources | new}),
    }


def _throttles(replicas: list[tuple[tuple[str, int], set[int]]], rules: ReassignRules) -> JSON:
    by_topic: dict[str, list[tuple[int, int]]] = {}
    for (topic, number), brokers in replicas:
        by_topic.setdefault(topic, []).extend((number, broker) for broker in brokers)
    found = {}
    for topic, pairs in by_topic.items():
        texts = [f"{number}:{broker}" for number, broker in sorted(pairs)]
        found[topic] = ",".join(sorted(texts) if rules.throttles == "as-text" else texts)
    return found


def rollback(document: JSON, rules: ReassignRules) -> JSON:
    """The answer to `kafka.reassign.rollback`, of the newest release."""
    proposed = _read(document["json"], rules)
    if document.get("reassigning"):
        raise ThrownError("TerseException")
    if rules.checks == "made" and not {b for entry in proposed for b in entry["replicas"]} <= set(document["brokers"]):
        raise ThrownError("AdminCommandFailedException")
    current = {(entry["topic"], entry["partition"]): entry for entry in document["current"]}
    names = [(entry["topic"], entry["partition"]) for entry in proposed]
    if not current.keys() >= set(names):
        raise ThrownError("ExecutionException")
    wanted = names if rules.rollback == "reassigned" else list(current)
    entries = [_rolled_back(current[name], document["brokers"], rules) for name in _by_name(wanted, rules)]
    started = ",".join(f"{topic}-{number}" for topic, number in _by_name(names, rules))
    return (
        "Current partition replica assignment\n\n"
        f'{{"version":1,"partitions":[{",".join(entries)}]}}\n\n'
        "Save this to use as the --reassignment-json-file option during rollback\n"
        f"Successfully started partition reassignment{'s' if len(names) > 1 else ''} for {started}\n"
    )


def _by_name(names: list[tuple[str, int]], rules: ReassignRules) -> list[tuple[str, int]]:
    ordered = _sorted([{"topic": topic, "partition": number} for topic, number in names], rules)
    return [(entry["topic"], entry["partition"]) for entry in ordered]


def _rolled_back(entry: JSON, brokers: list[int], rules: ReassignRules) -> str:
    paths = entry.get("logDirs", [None] * len(entry["replicas"]))
    dirs = [
        path if path is not None and broker in brokers else "any"
        for broker, path in zip(entry["replicas"], paths, strict=True)
    ]
    listed = f',"log_dirs":[{",".join(_quoted(path, rules) for path in dirs)}]' if rules.log_dirs != "absent" else ""
    replicas = ",".join(map(str, entry["replicas"]))
    topic = _quoted(entry["topic"], rules)
    return f'{{"topic":{topic},"partition":{entry["partition"]},"replicas":[{replicas}]{listed}}}'


def _quoted(text: str, rules: ReassignRules) -> str:
    if rules.json == "python":
        return json.dumps(text)
    escaped = (_ESCAPED.get(unit, unit if unit >= " " else f"\\u{ord(unit):04X}") for unit in text)
    return f'"{"".join(escaped)}"'
