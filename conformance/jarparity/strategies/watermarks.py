"""Histories of watermarks: few splits and channels, close timestamps, much idleness; that is where it goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

    Fields: TypeAlias = dict[str, SearchStrategy[JSON]]

_MOST_STEPS = 25
_OUTPUTS = st.sampled_from(["a", "b", "c"])
_EDGES = st.sampled_from([-(2**63), 1 - 2**63, -1, 0, 2**63 - 2, 2**63 - 1])
_TIMESTAMPS = st.one_of(*[st.integers(-3, 12)] * 5, _EDGES).map(str)


def combined() -> SearchStrategy[JSON]:
    """Inputs of `flink.watermark.combined`.

    >>> from hypothesis import find
    >>> find(combined(), lambda h: any(step["op"] == "idle" for step in h["steps"]))
    {'inputs': 1, 'steps': [{'op': 'idle', 'input': 0}]}
    """
    return _of_numbered("inputs", "input")


def valve() -> SearchStrategy[JSON]:
    """Inputs of `flink.watermark.valve`: mostly plain channels, now and then ones of several subpartitions."""
    plain = _of_numbered("channels", "channel")
    return st.one_of(plain, plain, plain, _shared_channels())


def _shared_channels() -> SearchStrategy[JSON]:
    channel = st.builds(
        lambda first, more: {"first": first, "last": first + more}, st.integers(0, 3), st.integers(0, 2)
    )
    named: Fields = {"channel": st.integers(0, 3)}
    watermark = _step("watermark", {"subpartition": st.integers(0, 5)}, timestamp=_TIMESTAMPS, **named)
    steps = st.lists(st.one_of(*[watermark] * 5, _step("idle", None, **named)), max_size=_MOST_STEPS)
    channels = st.lists(channel, min_size=1, max_size=3)
    return st.builds(lambda all_, made: {"channels": all_, "steps": made}, channels, steps)


def multiplexer() -> SearchStrategy[JSON]:
    """Inputs of `flink.watermark.multiplexer`: outputs that are there from the start, then steps of any kind."""
    begin = st.lists(_OUTPUTS, unique=True, max_size=3).map(lambda names: [register(name) for name in names])
    made = st.lists(multiplexer_steps(), max_size=_MOST_STEPS)
    return st.builds(lambda first, more: {"steps": first + more}, begin, made)


def multiplexer_steps() -> SearchStrategy[JSON]:
    """One step of a multiplexer."""
    later: Fields = {"deferred": st.booleans()}
    watermark = _step("watermark", later, output=_OUTPUTS, timestamp=_TIMESTAMPS)
    idle = _step("idle", later, output=_OUTPUTS)
    return st.one_of(
        watermark,
        watermark,
        watermark,
        idle,
        idle,
        _step("active", later, output=_OUTPUTS),
        _step("register", output=_OUTPUTS),
        _step("unregister", output=_OUTPUTS),
        _step("periodic"),
    )


def numbered_steps(field: str, count: int) -> SearchStrategy[JSON]:
    """One step of inputs or channels; now and then of one that isn't there."""
    near = st.integers(0, max(count - 1, 0))
    number = st.one_of(*[near] * 12, st.integers(-1, count + 1))
    named: Fields = {field: number}
    watermark = _step("watermark", None, timestamp=_TIMESTAMPS, **named)
    idle = _step("idle", None, **named)
    return st.one_of(watermark, watermark, watermark, idle, _step("active", None, **named))


def broadcast() -> SearchStrategy[JSON]:
    """Inputs of `flink.watermark.broadcast`."""
    watermark = _step("watermark", timestamp=_TIMESTAMPS)
    made = st.lists(st.one_of(watermark, watermark, _step("idle"), _step("active")), max_size=_MOST_STEPS)
    return st.builds(lambda channels, all_: {"channels": channels, "steps": all_}, st.integers(0, 4), made)


def alignment() -> SearchStrategy[JSON]:
    """Inputs of `flink.watermark.alignment`."""
    report = _step("report", key=_OUTPUTS, timestamp=_TIMESTAMPS)
    return st.lists(report, max_size=_MOST_STEPS).map(lambda made: {"steps": made})


def sampler() -> SearchStrategy[JSON]:
    """Inputs of `flink.watermark.sampler`."""
    step = st.one_of(_step("watermark", timestamp=_TIMESTAMPS), _step("sample"))
    made = st.lists(step, max_size=_MOST_STEPS)
    return st.builds(lambda capacity, all_: {"capacity": capacity, "steps": all_}, st.integers(-1, 5), made)


def register(output: str) -> JSON:
    """The step that registers an output."""
    return {"op": "register", "output": output}


def _of_numbered(total: str, field: str) -> SearchStrategy[JSON]:
    counts = st.one_of(*[st.integers(1, 4)] * 5, st.integers(-1, 9))
    return counts.flatmap(
        lambda count: st.lists(numbered_steps(field, count), max_size=_MOST_STEPS).map(
            lambda made: {total: count, "steps": made}
        )
    )


def _step(op: str, optional: Fields | None = None, **fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries({"op": st.just(op), **fields}, optional=optional or {})
