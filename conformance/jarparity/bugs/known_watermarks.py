"""Ways to combine watermarks wrongly: data comes late, or windows never close."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import Rules, WatermarkRules

_COMBINED: Final = "flink.watermark.combined"
_MULTIPLEXER: Final = "flink.watermark.multiplexer"
_BOTH: Final = (_COMBINED, _MULTIPLEXER)
_BROADCAST: Final = ("flink.watermark.broadcast",)
_VALVE: Final = ("flink.watermark.valve",)


def _bug(tag: str, operations: tuple[str, ...], rules: WatermarkRules, *texts: str) -> Bug:
    title, explanation, source = texts
    return Bug(tag, title, explanation, operations, Rules(watermark=rules), (source,))


BUGS: Final = (
    _bug(
        "idle-counted",
        _BOTH,
        WatermarkRules(idle="counted"),
        "lets idle splits hold the watermark back",
        "Idle ones are left out of the minimum; that is what idleness is for.",
        "apache/flink:CombinedWatermarkStatus.updateCombinedWatermark",
    ),
    _bug(
        "all-idle-end-of-time",
        _BOTH,
        WatermarkRules(all_idle="end-of-time"),
        "emits the end of time when all splits are idle, for that is the minimum of nothing",
        "From 2.2 on the greatest watermark of all is emitted then (FLINK-38454); up to 2.1 nothing was.",
        "apache/flink:CombinedWatermarkStatus.updateCombinedWatermark",
    ),
    _bug(
        "watermark-goes-back",
        _BOTH,
        WatermarkRules(back="follows"),
        "lets the combined watermark go back",
        "What was emitted stands: a late or new split changes nothing until it has caught up.",
        "apache/flink:CombinedWatermarkStatus.updateCombinedWatermark",
    ),
    _bug(
        "watermark-of-split-goes-back",
        _BOTH,
        WatermarkRules(stale="taken"),
        "takes a split's lesser watermark for its new one",
        "A split's watermark is the greatest that it sent.",
        "apache/flink:CombinedWatermarkStatus.PartialWatermark.setWatermark",
    ),
    _bug(
        "old-watermark-leaves-idle",
        _BOTH,
        WatermarkRules(wakes="rising"),
        "leaves a split idle whose watermark doesn't rise",
        "Every watermark makes its split active, an old one, too.",
        "apache/flink:CombinedWatermarkStatus.PartialWatermark.setWatermark",
    ),
    _bug(
        "late-split-ignored",
        (_MULTIPLEXER,),
        WatermarkRules(registered="from-now"),
        "starts a new split at the combined watermark",
        "A new split has none, and holds the combined watermark back until it sends one.",
        "apache/flink:WatermarkOutputMultiplexer.registerNewOutput",
    ),
    _bug(
        "unregister-emits",
        (_MULTIPLEXER,),
        WatermarkRules(unregistered="emits"),
        "emits at once what a removed split held back",
        "It is emitted with the next update.",
        "apache/flink:WatermarkOutputMultiplexer.unregisterOutput",
    ),
    _bug(
        "deferred-at-once",
        (_MULTIPLEXER,),
        WatermarkRules(deferred="at-once"),
        "emits watermarks of the deferred output at once",
        "They wait for the periodic emit.",
        "apache/flink:WatermarkOutputMultiplexer.DeferredOutput",
    ),
    _bug(
        "reactivation-said",
        (_MULTIPLEXER,),
        WatermarkRules(reactivated="said"),
        "marks the output active when a split wakes",
        "Up to 2.3.0 the multiplexer never does (FLINK-40504, open): downstream hears of it by the next watermark.",
        "apache/flink:WatermarkOutputMultiplexer.updateCombinedWatermark",
    ),
    _bug(
        "broadcast-repeats",
        _BROADCAST,
        WatermarkRules(news="everything"),
        "passes on watermarks that aren't greater, and statuses that are no news",
        "Only a greater watermark and a changed status go downstream: the multiplexer repeats itself.",
        "apache/flink:WatermarkToDataOutput",
    ),
    _bug(
        "broadcast-wakes-by-any",
        _BROADCAST,
        WatermarkRules(woken="any"),
        "becomes active with any watermark",
        "One that isn't greater is dropped whole, and leaves an idle output idle.",
        "apache/flink:WatermarkToDataOutput.emitWatermark",
    ),
    _bug(
        "broadcast-never-wakes",
        _BROADCAST,
        WatermarkRules(woken="never"),
        "sends a watermark over channels that are idle",
        "The status goes first: a receiver drops watermarks of idle channels.",
        "apache/flink:WatermarkToDataOutput.emitWatermark",
    ),
    _bug(
        "broadcast-to-one",
        _BROADCAST,
        WatermarkRules(told="first"),
        "sends watermarks over one channel, as records",
        "Every channel gets every watermark: a receiver waits for all its channels.",
        "apache/flink:RecordWriterOutput.emitWatermark",
    ),
    _bug(
        "valve-realigns-at-once",
        _VALVE,
        WatermarkRules(realigned="at-once"),
        "counts a channel again as soon as it is active",
        "A channel behind the emitted watermark counts when it has caught up.",
        "apache/flink:StatusWatermarkValve.inputWatermarkStatus",
    ),
    _bug(
        "valve-takes-idle",
        _VALVE,
        WatermarkRules(while_idle="taken"),
        "takes watermarks from idle channels",
        "They are ignored until the channel says that it is active.",
        "apache/flink:StatusWatermarkValve.inputWatermark",
    ),
    _bug(
        "valve-flushes-always",
        _VALVE,
        WatermarkRules(flushed="always"),
        "emits the greatest watermark whenever all channels are idle",
        "Only if the last one to become idle stood at the emitted watermark.",
        "apache/flink:StatusWatermarkValve.inputWatermarkStatus",
    ),
    _bug(
        "valve-flushes-never",
        _VALVE,
        WatermarkRules(flushed="never"),
        "emits nothing when all channels are idle",
        "If the last one stood at the emitted watermark, the greatest of all is emitted.",
        "apache/flink:StatusWatermarkValve.inputWatermarkStatus",
    ),
    _bug(
        "valve-by-channel",
        _VALVE,
        WatermarkRules(shared="by-channel"),
        "keeps one watermark a channel that carries several subpartitions",
        "Each subpartition has its own: the least of all is emitted.",
        "apache/flink:StatusWatermarkValve.inputWatermark",
    ),
    _bug(
        "report-greatest",
        ("flink.watermark.alignment",),
        WatermarkRules(reports="greatest"),
        "keeps a subtask's greatest report",
        "The last report counts: an idle subtask reports the end of time, and comes back.",
        "apache/flink:SourceCoordinator.WatermarkAggregator.aggregate",
    ),
    _bug(
        "report-never-back",
        ("flink.watermark.alignment",),
        WatermarkRules(reports="never-back"),
        "never lets the aggregate go back",
        "Unlike a combined watermark it is the least of the last reports, whatever it was.",
        "apache/flink:SourceCoordinator.WatermarkAggregator.aggregate",
    ),
    _bug(
        "sample-newest",
        ("flink.watermark.sampler",),
        WatermarkRules(sampled="newest"),
        "compares the newest sample",
        "The oldest one is compared, and until there are enough it is the least timestamp.",
        "apache/flink:WatermarkSampler.getOldestSample",
    ),
)
