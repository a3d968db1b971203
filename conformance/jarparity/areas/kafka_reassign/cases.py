"""Cases of `kafka.reassign.*`: the article's files, each error of the tool, what JSON allows, seeded ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_BEFORE = {0: [0], 1: [0], 2: [1]}
_AFTER = {0: [0, 1], 1: [0, 1], 2: [1, 0]}
"""The article's topic, before and after: its replication factor goes from 1 to 2."""


def texts() -> Iterable[Case]:
    """Cases of `kafka.reassign.parse`."""
    cases = Cases("kafka.reassign.parse")
    cases.add("article/execute", _text(_article(_AFTER)))
    cases.add("article/rollback", _text(_article(_BEFORE)))
    one = {"topic": "t", "partition": 0, "replicas": [1, 2]}
    for name, document in {
        "no-version": {"partitions": [one]},
        "unknown-fields": {"version": 1, "more": {}, "partitions": [{**one, "leader": 1}]},
        "log-dirs": {"version": 1, "partitions": [{**one, "log_dirs": ["any", "/data"]}]},
        "order": {"version": 1, "partitions": [{**one, "topic": topic} for topic in ("u", "\uffff", "😀", "t")]},
        "negative": {"version": 1, "partitions": [{**one, "partition": -1, "replicas": [-1]}]},
    }.items():
        cases.add(f"taken/{name}", _text(document))
    plain = json.dumps({"version": 1, "partitions": [one]})
    for name, text in {
        "space-around": f" \n\t{plain}\r\n ",
        "something-follows": f"{plain} and more",
        "a-field-twice": '{"version":2,"partitions":[{"topic":"u","topic":"t","partition":0,"replicas":[1]}],'
        '"version":1}',
        "escapes": '{"version":1,"partitions":[{"topic":"\\u0074\\n","partition":-0,"replicas":[1]}]}',
    }.items():
        cases.add(f"taken/{name}", {"json": text})
    for name, change in _SPOILT.items():
        cases.add(f"error/{name}", _text({"version": 1, "partitions": [{**one, **change}]}))
    for field in one:
        cases.add(f"error/missing-{field}", _text({"partitions": [{k: v for k, v in one.items() if k != field}]}))
    for name, other in _DOCUMENTS.items():
        cases.add(f"error/{name}", _text(other))
    bare = {**one, "replicas": []}
    cases.add("error/no-replicas/of-the-second", _text({"partitions": [one, {**bare, "topic": "u"}]}))
    cases.add("error/no-replicas/no-log-dirs", _text({"partitions": [{**bare, "log_dirs": []}]}))
    cases.add("error/only-space", {"json": "  "})
    cases.add("error/partition-twice", _text({"partitions": [one, {**one, "replicas": [3]}]}))
    cases.add("error/partitions-twice", _text({"partitions": [{**one, "partition": p % 20} for p in range(40)]}))
    cases.add("error/brokers-twice", _text({"partitions": [{**one, "replicas": [b % 20 * 7 for b in range(40)]}]}))
    twice = [{**one, "partition": p, "replicas": [p, 5, p]} for p in range(2)]
    cases.add("error/broker-twice-in-two-partitions", _text({"partitions": twice}))
    for name, number in {"is-the-least": -(2**31), "is-too-small": -(2**31) - 1, "is-the-largest": 2**31 - 1}.items():
        cases.add(f"bounds/partition-{name}", _text({"partitions": [{**one, "partition": number}]}))
    cases.add("error/broker-thrice", _text({"partitions": [{**one, "replicas": [1, 1, 1]}]}))
    cases.add("error/far-broker-thrice", _text({"partitions": [{**one, "replicas": [1025, 1025, 1025]}]}))
    return cases


_SPOILT: dict[str, JSON] = {
    "topic-is-a-number": {"topic": 7},
    "topic-is-null": {"topic": None},
    "partition-is-text": {"partition": "0"},
    "partition-is-too-large": {"partition": 2**31},
    "partition-is-far-too-large": {"partition": 2**80},
    "partition-is-true": {"partition": True},
    "replicas-are-an-object": {"replicas": {"a": [1, "é"]}},
    "replicas-are-null": {"replicas": None},
    "a-replica-is-text": {"replicas": [1, "2"]},
    "no-replicas": {"replicas": []},
    "log-dirs-are-text": {"log_dirs": "any"},
    "log-dirs-are-null": {"log_dirs": None},
    "a-log-dir-is-a-number": {"log_dirs": ["any", 1]},
    "too-few-log-dirs": {"log_dirs": ["any"]},
    "too-many-log-dirs": {"log_dirs": ["/a", "/b", "any"]},
    "a-broker-twice": {"replicas": [1, 2, 1]},
}
_DOCUMENTS: dict[str, JSON] = {
    "version-2": {"version": 2, "partitions": []},
    "version-is-text": {"version": "1", "partitions": []},
    "version-is-null": {"version": None, "partitions": []},
    "partitions-are-an-object": {"version": 1, "partitions": {}},
    "partitions-are-null": {"version": 1, "partitions": None},
    "a-partition-is-a-number": {"version": 1, "partitions": [1]},
    "no-partitions": {"version": 1, "partitions": []},
    "empty-object": {},
    "an-array": [1, {"a": "b"}],
    "text": 'a "quoted"\ttext',
    "null": None,
}


def plans() -> Iterable[Case]:
    """Cases of `kafka.reassign.plan`."""
    cases = Cases("kafka.reassign.plan")
    before, after = _entries(_BEFORE), _entries(_AFTER)
    cases.add("article", {"current": before, "proposed": after})
    cases.add("article/back", {"current": after, "proposed": before})
    cases.add("nothing", {"current": before, "proposed": []})
    cases.add("same", {"current": after, "proposed": after})
    cases.add("unknown-partition", {"current": before[:1], "proposed": after[:2]})
    going = {**before[0], "replicas": [0, 1, 2], "adding": [2], "removing": [0]}
    cases.add("going-on", {"current": after, "proposed": after[:1], "reassigning": [going]})
    cases.add("going-on/elsewhere", {"current": after, "proposed": after[1:2], "reassigning": [going]})
    cases.add("going-on/current-unknown", {"current": [], "proposed": after[:1], "reassigning": [going]})
    many: list[JSON] = [{"topic": "t", "partition": p, "replicas": [p % 12]} for p in range(12)]
    wider = [{**entry, "replicas": [*entry["replicas"], 11, 2]} for entry in many[:2]]
    cases.add("throttles/sorted-as-text", {"current": many, "proposed": wider + many[2:]})
    apart = {"topic": "t", "partition": 0}
    cases.add(
        "throttles/brokers-sorted", {"current": [{**apart, "replicas": [8]}], "proposed": [{**apart, "replicas": [1]}]}
    )
    return cases


def rollbacks() -> Iterable[Case]:
    """Cases of `kafka.reassign.rollback`."""
    cases = Cases("kafka.reassign.rollback")
    before = _entries(_BEFORE)
    after = _article(_AFTER)
    base: JSON = {"brokers": [0, 1], "current": before, **_text(after)}
    cases.add("article", base)
    cases.add("article/one-partition", {**base, **_text({"partitions": after["partitions"][:1]})})
    dirs = [{**entry, "logDirs": ["/data"]} for entry in before]
    cases.add("log-dirs", {**base, "current": dirs})
    for name, path in {"windows": 'C:\\"x"', "control": "/\x01\x1f\t\n\x7f", "unicode": "/é😀", "any": "any"}.items():
        cases.add(f"log-dirs/{name}", {**base, "current": [{**before[0], "logDirs": [path]}, *before[1:]]})
    cases.add("log-dirs/not-reported", {**base, "current": [{**before[0], "logDirs": [None]}, *before[1:]]})
    gone = [{"topic": "tp_re_02", "partition": 0, "replicas": [7, 0], "logDirs": ["/gone", "/data"]}, *before[1:]]
    cases.add("log-dirs/of-a-broker-that-is-gone", {**base, "current": gone})
    cases.add("log-dirs/any-in-the-file", {**base, **_text({"partitions": [{**before[0], "log_dirs": ["any"]}]})})
    for name, change in {
        "unknown-broker": {"brokers": [0]},
        "unknown-brokers": {"brokers": []},
        "unknown-topic": {"current": [{**before[0], "topic": "u"}], **_text({"partitions": before[:1]})},
        "unknown-partition": {"current": before[:2]},
        "going-on": {"reassigning": [{"topic": "x", "partition": 0}]},
        "going-on-and-unknown-broker": {"brokers": [0], "reassigning": [{"topic": "x", "partition": 0}]},
        "nothing": _text({"partitions": []}),
        "broker-twice": _text({"partitions": [{**before[0], "replicas": [1, 1]}]}),
    }.items():
        cases.add(f"error/{name}", {**base, **change})
    far: list[JSON] = [{"topic": f"t{p}", "partition": p, "replicas": [p * 64 + 1]} for p in range(30)]
    cases.add(
        "error/unknown-brokers-in-a-hash-sets-order", {"brokers": [], "current": far, **_text({"partitions": far})}
    )
    alike: list[JSON] = [{"topic": name, "partition": 0, "replicas": [b]} for name, b in (("Aa", 9), ("BB", 0))]
    cases.add("error/partitions-of-one-hash", {"brokers": [0], "current": alike, **_text({"partitions": alike})})
    for name, brokers in {"unknown-brokers": [17, 1], "unknown-far-brokers": [1041, 1025]}.items():
        same: list[JSON] = [{"topic": "t", "partition": p, "replicas": brokers} for p in range(14)]
        cases.add(f"error/{name}-of-one-bin", {"brokers": [], "current": same, **_text({"partitions": same})})
    return cases


def _entries(replicas: dict[int, list[int]]) -> list[JSON]:
    return [{"topic": "tp_re_02", "partition": p, "replicas": brokers} for p, brokers in replicas.items()]


def _article(replicas: dict[int, list[int]]) -> JSON:
    return {"version": 1, "partitions": _entries(replicas)}


def _text(document: JSON) -> JSON:
    return {"json": json.dumps(document, ensure_ascii=False)}
