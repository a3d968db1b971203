"""Watermarks as the newest Flink combines them: the model, with the switches of `WatermarkRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.bugs.rules import ThrownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON
    from jarparity.bugs.rules import WatermarkRules

_LEAST: Final = -(2**63)
_GREATEST: Final = 2**63 - 1


class _Combined:
    """Splits or inputs by name: [watermark, idle]."""

    def __init__(self, rules: WatermarkRules) -> None:
        self.rules = rules
        self.parts: dict[JSON, list[int]] = {}
        self.watermark = _LEAST
        self.idle = False

    def register(self, name: JSON) -> None:
        self.parts[name] = [self.watermark if self.rules.registered == "from-now" else _LEAST, 0]

    def set_watermark(self, name: JSON, timestamp: int) -> bool:
        part = self.parts[name]
        rises = timestamp > part[0]
        if rises or self.rules.stale == "taken":
            part[0] = timestamp
        if rises or self.rules.wakes == "any-watermark":
            part[1] = False
        return rises

    def update(self) -> bool:
        if not self.parts:
            return False
        counted: list[int] = [mark for mark, idle in self.parts.values() if not idle or self.rules.idle == "counted"]
        self.idle = all(idle for _, idle in self.parts.values())
        if counted:
            combined = min(counted)
        elif self.rules.all_idle == "end-of-time":
            combined = _GREATEST
        else:
            combined = max(mark for mark, _ in self.parts.values())
        changed = combined != self.watermark if self.rules.back == "follows" else combined > self.watermark
        if changed:
            self.watermark = combined
        return changed


def combined(document: JSON, rules: WatermarkRules) -> JSON:
    """`IndexedCombinedWatermarkStatus`."""
    status = _Combined(rules)
    count = max(document["inputs"], 0)
    for number in range(count):
        status.register(number)

    def step(step: JSON) -> JSON:
        number = step["input"]
        if number not in status.parts:
            raise ThrownError("IllegalArgumentException" if number >= count else "ArrayIndexOutOfBoundsException")
        if step["op"] == "watermark":
            status.set_watermark(number, int(step["timestamp"]))
        else:
            status.parts[number][1] = step["op"] == "idle"
        changed = status.update()
        return {"changed": changed, "watermark": str(status.watermark), "idle": status.idle}

    return _played(document, step)


class _Multiplexer:
    """What the outputs of splits do, and what comes out."""

    def __init__(self, rules: WatermarkRules) -> None:
        self.rules = rules
        self.status = _Combined(rules)
        self.emitted: list[JSON] = []

    def step(self, step: JSON) -> JSON:
        self.emitted.clear()
        heard: list[JSON] = []
        returned: dict[str, JSON] = {}
        match step["op"]:
            case "periodic":
                self.update()
            case "register":
                if step["output"] in self.status.parts:
                    raise ThrownError("IllegalStateException")
                self.status.register(step["output"])
            case "unregister":
                returned = {"returned": self.status.parts.pop(step["output"], None) is not None}
                if self.rules.unregistered == "emits":
                    self.update()
            case _:
                heard = self.change(step)
        return {**returned, "emitted": list(self.emitted), "listener": heard}

    def change(self, step: JSON) -> list[JSON]:
        name = step["output"]
        if name not in self.status.parts:
            raise ThrownError("IllegalArgumentException")
        at_once = not step.get("deferred", False) or self.rules.deferred == "at-once"
        if step["op"] != "watermark":
            idle = step["op"] == "idle"
            self.status.parts[name][1] = idle
            if at_once:
                self.update()
            return [["idle", name, idle]]
        timestamp = int(step["timestamp"])
        rises = self.status.set_watermark(name, timestamp)
        if at_once and rises and timestamp > self.status.watermark:
            self.update()
        return [["idle", name, False], *([["watermark", name, str(timestamp)]] if rises else [])]

    def update(self) -> None:
        was_idle = self.status.idle
        if self.status.update():
            self.emitted.append(["watermark", str(self.status.watermark)])
        if self.status.idle:
            self.emitted.append(["idle"])
        elif was_idle and self.rules.reactivated == "said":
            self.emitted.append(["active"])


def multiplexer(document: JSON, rules: WatermarkRules) -> JSON:
    """`WatermarkOutputMultiplexer`."""
    return _played(document, _Multiplexer(rules).step)


class _Valve:
    """Subpartitions of channels: [watermark, idle, aligned]."""

    def __init__(self, channels: JSON, rules: WatermarkRules) -> None:
        if not isinstance(channels, list):
            if channels < 0:
                raise ThrownError("NegativeArraySizeException")
            channels = [{"first": 0, "last": 0}] * channels
        if any(channel["last"] < channel["first"] for channel in channels):
            raise ThrownError("IllegalArgumentException")
        self.rules = rules
        self.carried: list[dict[int, list[JSON]]] = [
            {index: [_LEAST, False, True] for index in range(channel["first"], channel["last"] + 1)}
            for channel in channels
        ]
        if rules.shared == "by-channel":
            self.carried = [self.as_one(carried) for carried in self.carried]
        self.channels = [status for carried in self.carried for status in carried.values()]
        self.watermark, self.idle = _LEAST, False
        self.emitted: list[JSON] = []

    def step(self, step: JSON) -> JSON:
        self.emitted.clear()
        if step["op"] != "watermark" and any(len(carried) > 1 for carried in self.carried):
            raise ThrownError("IllegalStateException")
        if not 0 <= step["channel"] < len(self.carried):
            raise ThrownError("IndexOutOfBoundsException")
        if step["op"] == "watermark" and self.idle and self.rules.while_idle == "ignored":
            return {"emitted": []}
        carried = self.carried[step["channel"]]
        subpartition = step.get("subpartition", next(iter(carried)) if len(carried) == 1 else None)
        if subpartition not in carried:
            raise ThrownError("NullPointerException")
        channel = carried[subpartition]
        if step["op"] == "watermark":
            self.input(channel, int(step["timestamp"]))
        elif (step["op"] == "idle") != channel[1]:
            channel[1] = not channel[1]
            (self.became_idle if channel[1] else self.became_active)(channel)
        return {"emitted": list(self.emitted)}

    @staticmethod
    def as_one(carried: dict[int, list[JSON]]) -> dict[int, list[JSON]]:
        first = next(iter(carried.values()))
        return {index: first for index in carried}  # noqa: C420 - one list in all places is what is wrong here

    def input(self, channel: list[JSON], timestamp: int) -> None:
        if channel[1] and self.rules.while_idle == "ignored":
            return
        if timestamp > channel[0]:
            channel[0] = timestamp
            channel[2] = channel[2] or timestamp >= self.watermark
            self.minimum()

    def became_idle(self, channel: list[JSON]) -> None:
        channel[2] = False
        holding = channel[0] == self.watermark
        if all(idle for _, idle, _ in self.channels):
            if self.rules.flushed == "always" or (holding and self.rules.flushed == "if-held-back"):
                self.emit(max(mark for mark, _, _ in self.channels))
            self.idle = True
            self.emitted.append(["idle"])
        elif holding:
            self.minimum()

    def became_active(self, channel: list[JSON]) -> None:
        channel[2] = channel[0] >= self.watermark or self.rules.realigned == "at-once"
        if self.idle:
            self.idle = False
            self.emitted.append(["active"])

    def minimum(self) -> None:
        aligned = [mark for mark, _, aligned in self.channels if aligned]
        if aligned:
            self.emit(min(aligned))

    def emit(self, watermark: int) -> None:
        if watermark > self.watermark:
            self.watermark = watermark
            self.emitted.append(["watermark", str(watermark)])


def valve(document: JSON, rules: WatermarkRules) -> JSON:
    """`StatusWatermarkValve`."""
    return _played(document, _Valve(document["channels"], rules).step)


def broadcast(document: JSON, rules: WatermarkRules) -> JSON:
    """`WatermarkToDataOutput` and `RecordWriterOutput`."""
    count = document["channels"]
    watermark, idle = _LEAST, False

    def step(step: JSON) -> JSON:
        nonlocal watermark, idle
        events: list[JSON] = []
        if step["op"] != "watermark":
            now = step["op"] == "idle"
            if now != idle or rules.news == "everything":
                events.append([step["op"]])
            idle = now
        else:
            greater = int(step["timestamp"]) > watermark
            if idle and ((greater and rules.woken != "never") or rules.woken == "any"):
                idle = False
                events.append(["active"])
            if greater or rules.news == "everything":
                watermark = int(step["timestamp"])
                events.append(["watermark", step["timestamp"]])
        told = count if rules.told == "all" else min(count, 1)
        return {"received": [list(events) if channel < told else [] for channel in range(count)]}

    return _played(document, step)


def alignment(document: JSON, rules: WatermarkRules) -> JSON:
    """`SourceCoordinator.WatermarkAggregator`."""
    reported: dict[str, int] = {}

    def step(step: JSON) -> JSON:
        before = min(reported.values(), default=_LEAST)
        timestamp = int(step["timestamp"])
        if rules.reports == "greatest":
            timestamp = max(timestamp, reported.get(step["key"], _LEAST))
        reported[step["key"]] = timestamp
        now = min(reported.values())
        if rules.reports == "never-back":
            reported[step["key"]] = timestamp = max(timestamp, before)
            now = min(reported.values())
        return {"changed": None if now == before else str(now), "watermark": str(now)}

    return _played(document, step)


def sampler(document: JSON, rules: WatermarkRules) -> JSON:
    """`WatermarkSampler`."""
    samples = [_LEAST] * document["capacity"]
    latest = _LEAST

    def step(step: JSON) -> JSON:
        nonlocal latest
        if step["op"] == "watermark":
            latest = int(step["timestamp"])
        elif samples:
            samples.append(latest)
            samples.pop(0)
        if document["capacity"] < 0:
            raise ThrownError("NoSuchElementException")
        oldest = samples[0 if rules.sampled == "oldest" else -1] if samples else latest
        return {"latest": str(latest), "oldest": str(oldest)}

    return _played(document, step)


def _played(document: JSON, make: Callable[[JSON], JSON]) -> JSON:
    observations: list[JSON] = []
    for step in document["steps"]:
        try:
            observations.append(make(step))
        except ThrownError as thrown:
            observations.append({"error": {"kind": thrown.kind}})
    return observations
