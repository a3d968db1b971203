"""Cases of `flink.watermark.*`: what Flink's issues tell of by hand, then seeded histories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.areas.flink_watermarks.texts import steps_of
from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

    _Shared: TypeAlias = dict[str, tuple[list[tuple[int, int]], list[tuple[int, int | None, int | str]]]]

_EDGES = (-(2**63), 1 - 2**63, -1, 0, 1, 2**63 - 2, 2**63 - 1)

_NUMBERED = {
    "minimum": "0:5 1:3 1:2 1:9 0:2 0:9",
    "idle-holds-nothing-back": "0:5 1:3 1i 0:7 0i 1:6 1:8",
    "all-idle-lesser-last": "0:10 1:3 0i 1i 1:4 1:11",
    "all-idle-greater-last": "0:10 1:3 1i 0i 0:11 1:12",
    "all-idle-without-watermark": "0i 1i 0a 1a 0:1 1:1",
    "goes-on-below-the-maximum": "0:10 1:3 0i 1i 1a 1:5 0a 0:11 1:12",
    "idle-twice": "0i 0i 0a 0a 1i 0i 1i",
    "one-catches-up": "0:10 1:10 1i 0:20 1a 1:15 1:20 0:30 1:25",
    "catches-up-exactly": "0:10 1i 0:12 1a 1:12 0i 1:13",
    "falls-behind-then-idle": "0:10 1:3 1i 0:12 1a 1i 0:13 1a 1:20 0:21",
    "watermarks-while-idle": "0:1 1:1 0i 0:5 1i 1:7 0a 0:2 1a",
    "nothing-but-status": "0a 1a 0i 1i 0a 1i 1a",
    "old-watermark-wakes": "0:5 1:5 0i 1:7 0:4 1:9 0:8",
    "equal-watermark-wakes": "0:5 1:3 0i 1:7 0:5 1:9 0i",
    "behind-is-last-to-idle": "0:20 1:10 2:10 2i 0i 1:12 2a 1i 2i 0a 0:21",
    "behind-moves-then-is-last": "0:20 1:10 2:10 2i 0i 1:12 2a 1i 2:11 2i 2a 2:13",
    "behind-is-last-of-three": "0:30 1:10 2:10 1i 0i 2:15 1a 2i 1i 0a 1a 1:31 0:32",
    "negative-timestamps": "0:-5 1:-7 1:-6 0i 1i",
}
_OUTPUTS = {
    "minimum": "+a +b a:5 b:3 b:2 b:9",
    "idle": "+a +b a:5 b:3 bi a:7 ai aa b:6 b:8",
    "all-idle-maximum": "+a +b a:10 b:3 ai bi b:4 b:11",
    "all-idle-again-and-again": "+a +b a:10 b:3 ai bi . . ai . ba . bi",
    "goes-on-below-the-maximum": "+a +b a:10 b:3 ai bi ba b:5 b:7 a:11 . b:12",
    "periodic": "+a +b a!:5 b!:3 . . ai! bi! . . aa! .",
    "late-registration": "+a a:5 +b a:7 b:6 +c . ci a:9",
    "late-registration-while-idle": "+a a:5 ai +b . b:3 b:6 . a:9",
    "unregistered": "+a +b a:5 b:3 -b -z . +c c:1 a:6 -a -c .",
    "unregistered-when-idle": "+a a:5 ai -a . +a . a:4 a:6",
    "unregistered-holds-back-until-then": "+a +b a:5 b:3 -b a:5 a:6",
    "registered-twice": "+a +a a:1",
    "registered-anew": "+a a:5 -a +a a:3 a:6 .",
    "unknown": "z:1 z!:1 zi zi! za za! -z .",
    "nothing": ". .",
    "deferred-and-immediate": "+a +b a!:5 b:3 a:4 b!:9 a:6 .",
    "old-watermark-wakes": "+a +b a:5 b:5 ai b:7 a:4 b:8 a:9",
    "idle-then-old-watermark": "+a a:5 ai a:5 a:4 ai .",
    "status-only": "+a +b ai bi aa ba ai! aa! .",
}
_REPORTS = {
    "minimum": "a:5 b:3 b:9 a:5",
    "goes-back": "a:5 b:7 a:2 b:1",
    "idle-as-maximum": f"a:5 b:{2**63 - 1} a:{2**63 - 1} a:4",
    "first-at-the-minimum": f"a:{-(2**63)} b:1 a:1",
    "equal-reports": "a:3 a:3 b:3 a:4 b:4",
    "leader-changes": "a:1 b:2 c:3 a:4 b:5 c:1",
}


_SAID = {
    "greater-only": "0:5 0:3 0:5 0:6",
    "watermark-wakes": "0i 0:5 0i 0:6 0a",
    "old-watermark-does-not-wake": "0:5 0i 0:5 0:4 0a 0:6",
    "status-twice": "0i 0i 0a 0a 0i",
    "active-from-the-start": "0a 0:1 0a",
    "idle-without-watermark": "0i 0a",
}

_BACK_ALONE = "2i 0:20 1:5 2a 0i 1i 2i 0a"
"""The last channel to become idle is behind, so 20 isn't emitted; then the channel that was at 20 comes back alone."""
_RETURNS = {
    "back-alone/its-watermark-again": f"{_BACK_ALONE} 0:20",
    "back-alone/a-lesser-watermark": f"{_BACK_ALONE} 0:19",
    "back-alone/a-greater-watermark": f"{_BACK_ALONE} 0:21",
    "back-alone/another-behind": f"{_BACK_ALONE} 2a 2:4 2:5 0:20 2:6",
    "back-alone/another-at-what-was-emitted": f"{_BACK_ALONE} 1a 0:20 1:5 1:6",
    "back-alone/idle-again": f"{_BACK_ALONE} 0i 0a 0:20",
}
"""For valves of three channels: a watermark that waits, said again."""

_NOBODY_LEFT = {
    "last-at-the-combined": "+a a:10 ai +b b:10 -a -b .",
    "last-below-the-combined": "+a a:10 ai +b b:9 -a -b .",
    "last-above-the-combined": "+a a:10 ai +b b:11 -a -b .",
}
"""Without outputs the combined status stays idle, or active, as the last update left it (FLINK-39586)."""


_SHARED: Final[_Shared] = {
    "least-of-one-channel": ([(0, 1)], [(0, 0, 5), (0, 1, 3), (0, 1, 9), (0, 0, 7)]),
    "least-of-two-channels": ([(0, 1), (0, 1)], [(0, 0, 5), (0, 1, 5), (1, 0, 4), (1, 1, 6), (1, 0, 8)]),
    "one-shared": ([(0, 2), (1, 1)], [(1, None, 4), (0, 0, 4), (0, 1, 2), (0, 2, 9), (1, 1, 6), (0, 1, 7)]),
    "none-shared": ([(3, 3), (0, 0)], [(0, None, 4), (1, None, 2), (0, 3, 5), (1, 0, 6), (0, None, "idle"), (1, 0, 8)]),
    "not-named": ([(0, 1)], [(0, None, 5), (0, 0, 5), (0, 1, 6)]),
    "unknown-subpartition": ([(0, 1), (2, 2)], [(0, 2, 5), (1, 0, 5), (1, 2, 5), (0, -1, 5), (0, 0, 3), (0, 1, 4)]),
    "unknown-channel": ([(0, 1)], [(1, 0, 5), (-1, 0, 5), (1, None, "idle")]),
    "no-statuses": ([(0, 1), (0, 0)], [(0, 0, 1), (1, None, "idle"), (0, None, "active"), (1, None, 1), (0, 1, 1)]),
    "going-back": ([(0, 1)], [(0, 0, 5), (0, 1, 5), (0, 0, 2), (0, 1, 6), (0, 0, 6)]),
    "unknown-while-idle": (
        [(0, 0)],
        [(0, None, "idle"), (0, 1, 5), (1, 0, 5), (0, None, "active"), (0, 1, 5), (0, 0, 5)],
    ),
    "no-subpartition": ([(1, 0), (0, 0)], [(0, None, 1), (0, 0, 1), (1, None, 1), (1, None, "idle")]),
}
"""Of each channel the first and the last subpartition; then by channel and subpartition what came over it."""
_NAMED: Final[list[tuple[int, int | None, int | str]]] = [
    (0, 0, 5),
    (1, 0, 4),
    (0, 1, 6),
    (2, 0, 6),
    (1, None, 7),
    (0, None, "idle"),
]


def combined() -> Iterable[Case]:
    """Cases of `flink.watermark.combined`."""
    return _numbered("flink.watermark.combined", "inputs", "input")


def valve() -> Iterable[Case]:
    """Cases of `flink.watermark.valve`: 1.17.0 fails where an active channel that is behind becomes idle."""
    cases = _numbered("flink.watermark.valve", "channels", "channel")
    for name, text in _RETURNS.items():
        cases.add(f"worked/{name}", {"channels": 3, "steps": steps_of(text, "channel")})
    for name, (channels, steps) in _SHARED.items():
        document = {
            "channels": [{"first": first, "last": last} for first, last in channels],
            "steps": [_of_subpartition(*step) for step in steps],
        }
        cases.add(f"subpartitions/{name}", document)
    cases.add("subpartitions/named-in-plain-channels", {"channels": 2, "steps": [_of_subpartition(*s) for s in _NAMED]})
    beyond = [_of_subpartition(*step) for step in ((2, 1, 6), (-1, 1, 6), (0, 0, 7), (1, 0, 7))]
    cases.add("subpartitions/named-in-channels-beyond", {"channels": 2, "steps": beyond})
    idle = [
        _of_subpartition(*step) for step in ((0, None, "idle"), (0, 1, 5), (1, 1, 5), (0, None, "active"), (0, 1, 5))
    ]
    cases.add("subpartitions/named-in-idle-channels", {"channels": 1, "steps": idle})
    return cases


def _of_subpartition(channel: int, subpartition: int | None, timestamp: int | str) -> JSON:
    """A step from a channel: a watermark, that names its subpartition where there is one; or a status."""
    if isinstance(timestamp, str):
        return {"op": timestamp, "channel": channel}
    named = {} if subpartition is None else {"subpartition": subpartition}
    return {"op": "watermark", "channel": channel, "timestamp": str(timestamp), **named}


def multiplexer() -> Iterable[Case]:
    """Cases of `flink.watermark.multiplexer`."""
    cases = Cases("flink.watermark.multiplexer")
    for name, text in _OUTPUTS.items():
        cases.add(f"worked/{name}", {"steps": steps_of(text, "output")})
    for timestamp in _EDGES:
        text = f"+a +b a:{timestamp} b:{timestamp} ai b:{timestamp} bi a:0"
        cases.add(f"timestamp/{_timestamp(timestamp)}", {"steps": steps_of(text, "output")})
    for name, text in _NOBODY_LEFT.items():
        cases.add(f"worked/nobody-left/{name}", {"steps": steps_of(text, "output")})
    return cases


def broadcast() -> Iterable[Case]:
    """Cases of `flink.watermark.broadcast`."""
    cases = Cases("flink.watermark.broadcast")
    for name, text in _SAID.items():
        for channels in (0, 1, 3):
            cases.add(f"worked/{name}/of-{channels}", _said(channels, steps_of(text, "self")))
    for timestamp in _EDGES:
        text = f"0:{timestamp} 0i 0:{timestamp} 0:0"
        cases.add(f"timestamp/{_timestamp(timestamp)}", _said(2, steps_of(text, "self")))
    cases.add("channels/100", _said(100, steps_of("0:5 0i 0:6", "self")))
    return cases


def alignment() -> Iterable[Case]:
    """Cases of `flink.watermark.alignment`."""
    cases = Cases("flink.watermark.alignment")
    for name, text in _REPORTS.items():
        cases.add(f"worked/{name}", {"steps": steps_of(text, "key", "report")})
    cases.add("no-reports", {"steps": []})
    return cases


def sampler() -> Iterable[Case]:
    """Cases of `flink.watermark.sampler`."""
    cases = Cases("flink.watermark.sampler")
    regular = [step for n in range(10, 60, 10) for step in (_watermark(n), {"op": "sample"})]
    for capacity in (-1, 0, 1, 2, 3, 4, 5, 100):
        cases.add(f"capacity/{named(capacity)}", {"capacity": capacity, "steps": regular})
        first = [{"op": "sample"}, _watermark(7), _watermark(3), {"op": "sample"}, {"op": "sample"}]
        cases.add(f"sampled-first/{named(capacity)}", {"capacity": capacity, "steps": first})
    return cases


def _numbered(operation: str, total: str, field: str) -> Cases:
    cases = Cases(operation)
    for name, text in _NUMBERED.items():
        for count in (1, 2, 3):
            cases.add(f"worked/{name}/of-{count}", {total: count, "steps": steps_of(text, field)})
    for timestamp in _EDGES:
        text = f"0:{timestamp} 1:{timestamp} 0i 1i 0a 0:0 1:0"
        cases.add(f"timestamp/{_timestamp(timestamp)}", {total: 2, "steps": steps_of(text, field)})
    for count in (-1, 0, 1, 2, 100):
        text = f"0i {count}:1 {count}i {count}a -1:1 -1i -1a 0a 0:5 {count}:6"
        cases.add(f"bounds/of-{named(count)}", {total: count, "steps": steps_of(text, field)})
    return cases


def _said(channels: int, steps: list[JSON]) -> JSON:
    """A history of one output, which needs no name."""
    return {"channels": channels, "steps": [{name: step[name] for name in step if name != "self"} for step in steps]}


def _watermark(timestamp: int) -> JSON:
    return {"op": "watermark", "timestamp": str(timestamp)}


def _timestamp(number: int) -> str:
    names = {-(2**63): "min", 1 - 2**63: "min-and-1", 2**63 - 2: "max-less-1", 2**63 - 1: "max"}
    return names.get(number) or named(number)
