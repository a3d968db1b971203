"""How histories of watermarks are drawn: few splits and channels, close timestamps, much idleness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_ENDS: Final = (-(2**63), 1 - 2**63, -1, 0, 2**63 - 2, 2**63 - 1)
_MIXED: Final = ("watermark", "watermark", "watermark", "idle", "active")
_IDLING: Final = ("watermark", "idle", "idle", "active")
_OUTPUTS: Final = ("register", "unregister", "periodic", *("watermark",) * 5, "idle", "idle", "active")


def combined(random: Random) -> JSON:
    """An input of `flink.watermark.combined`."""
    return _numbered(random, "inputs", "input")


def valve(random: Random) -> JSON:
    """An input of `flink.watermark.valve`: one in four has channels of several subpartitions."""
    if random.randrange(4):
        return _numbered(random, "channels", "channel")
    firsts = [(random.randrange(4), random.randrange(3)) for _ in range(1 + random.randrange(3))]
    steps: list[JSON] = []
    for time in range(_length(random)):
        if random.randrange(6) == 0:
            steps.append({"op": "idle", "channel": random.randrange(4)})
            continue
        step = {"op": "watermark", "channel": random.randrange(4), **_around(random, time)}
        steps.append({**step, "subpartition": random.randrange(6)} if random.randrange(2) else step)
    return {"channels": [{"first": first, "last": first + more} for first, more in firsts], "steps": steps}


def multiplexer(random: Random) -> JSON:
    """An input of `flink.watermark.multiplexer`: mostly of outputs that are registered; few listeners act."""
    there = random.sample("abc", random.randrange(4))
    time, steps = 0, [register(output) for output in there]
    for _ in range(_length(random)):
        time += random.randrange(3)
        kind = random.choice(_OUTPUTS)
        if kind == "register":
            there.append(random.choice("abcdef"))
            steps.append({**register(there[-1]), "idles": True} if random.randrange(12) == 0 else register(there[-1]))
            continue
        output = random.choice(there) if there and random.randrange(8) else random.choice("abc")
        step: JSON = {"op": kind} if kind == "periodic" else {"op": kind, "output": output}
        if kind == "watermark":
            step |= _around(random, time)
        if kind in ("watermark", "idle", "active") and random.randrange(4) == 0:
            step["deferred"] = random.randrange(4) > 0
        steps.append(step)
    return {"steps": steps}


def broadcast(random: Random) -> JSON:
    """An input of `flink.watermark.broadcast`."""
    kinds = random.choices(random.choice((_MIXED, _IDLING)), k=_length(random))
    steps = [{"op": kind, **(_around(random, time) if kind == "watermark" else {})} for time, kind in enumerate(kinds)]
    return {"channels": random.randrange(5), "steps": steps}


def alignment(random: Random) -> JSON:
    """An input of `flink.watermark.alignment`."""
    times = range(_length(random))
    return {"steps": [{"op": "report", "key": random.choice("abcd"), **_around(random, time)} for time in times]}


def sampler(random: Random) -> JSON:
    """An input of `flink.watermark.sampler`."""
    steps = [
        {"op": "watermark", **_around(random, time)} if random.randrange(2) else {"op": "sample"}
        for time in range(_length(random))
    ]
    return {"capacity": random.randrange(-1, 6), "steps": steps}


def register(output: str) -> JSON:
    """The step that registers an output."""
    return {"op": "register", "output": output}


def _numbered(random: Random, total: str, field: str) -> JSON:
    """A history of numbered inputs or channels; a few steps are of one that isn't there."""
    count = random.choice((1, 2, 2, 3, 3, 4, 5, 9)) if random.randrange(6) else random.randrange(-1, 10)
    kinds = random.choice((_MIXED, _MIXED, _IDLING))
    time, steps = 0, []
    for _ in range(_length(random)):
        time += random.randrange(3)
        kind = random.choice(kinds)
        number = random.randrange(max(count, 1)) if random.randrange(12) else random.randrange(-1, max(count, 0) + 2)
        step = {"op": kind, field: number}
        steps.append({**step, **_around(random, time)} if kind == "watermark" else step)
    return {total: count, "steps": steps}


def _length(random: Random) -> int:
    return random.randrange(31)


def _around(random: Random, time: int) -> JSON:
    """A timestamp near this time; one in thirty at the end of all times."""
    end = random.randrange(30) == 0
    return {"timestamp": str(random.choice(_ENDS) if end else time - random.randrange(5))}
