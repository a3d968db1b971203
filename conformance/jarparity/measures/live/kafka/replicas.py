"""The replication factor of `tp_re_02` is raised, and lowered again, with nothing but Kafka's own tools.

`kafka-topics --alter` can't do it; `kafka-reassign-partitions` does, and prints what undoes it.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jarparity.measures.live.kafka.cluster import BROKERS
from jarparity.measures.live.kafka.producers import partitions_for
from jarparity.measures.live.scenario import Step
from jarparity.ports.importing import import_object

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import KafkaCluster, Partition
    from jarparity.measures.live.scenario import Oracle

Replicas: TypeAlias = "Sequence[Sequence[int]]"
"""Of each partition, its brokers."""

TOPIC: Final = "tp_re_02"
BEFORE: Final = ((0,), (0,), (1,))
AFTER: Final = ((0, 1), (0, 1), (1, 0))
"""The published plan: every leader stays, and brokers 0 and 1 both have all."""

_RECORDS: Final = 3000
_VALUE: Final = b"." * 100
_STOPPED: Final = 1
_SLOW: Final = 2_000
_FAST: Final = 100_000_000
"""Throttles in bytes a second: slow enough for a broker to be stopped in the middle, and no throttle at all."""

_REASSIGN: Final = "kafka-reassign-partitions"
_NAMES: Final = [f"{TOPIC}-{partition}" for partition in range(len(BEFORE))]


class Walkthrough:
    """The scenario `replicas`."""

    def __init__(self, cluster: KafkaCluster, clients: Oracle, tools: Oracle) -> None:
        """Takes the cluster, and the port as of the clients' and of the tools' release."""
        self._cluster = cluster
        self._clients = clients
        self._tools = tools
        self._written: dict[int, list[bytes]] = {partition: [] for partition in range(len(BEFORE))}

    def __call__(self) -> Iterator[Step]:
        """Raises the factor, and lowers it; then once more, with a broker stopped in the middle."""
        with tempfile.TemporaryDirectory(prefix="jarparity-plans-") as folder:
            yield from self._create()
            yield self._write("records", [f"key-{number}".encode() for number in range(_RECORDS)])
            yield self._refuse()
            planned = _planned()
            yield Step("plan: replicas, as the published plan has them", _replicas_of(planned), list(map(list, AFTER)))
            plan, undo = Path(folder, "plan.json"), Path(folder, "rollback.json")
            plan.write_text(planned, "utf-8")
            raised = self._execute(plan)
            yield Step("raise: execute", self._printed(plan, BEFORE), raised)
            yield from self._arrive("raise", plan, AFTER)
            undo.write_text(_printed_rollback(raised), "utf-8")
            # What is printed names folders, too, so that rolling back also moves each replica to where it was.
            moving = [self._moving(partition, broker) for partition, broker in _replicas(BEFORE)]
            yield Step("roll back: execute", [*self._printed(undo, AFTER), *moving], self._execute(undo))
            moved = [f"Reassignment of replica {_NAMES[p]}-{b} completed successfully." for p, b in _replicas(BEFORE)]
            yield from self._arrive("roll back", undo, BEFORE, *moved)
            yield from self._raise_with_a_broker_stopped(plan)

    def _create(self) -> Iterator[Step]:
        assignment = ",".join(":".join(map(str, brokers)) for brokers in BEFORE)
        ran = self._cluster.tool("kafka-topics", "--create", "--topic", TOPIC, "--replica-assignment", assignment)
        yield Step(
            "create: exit code and last line", [0, f"Created topic {TOPIC}."], [ran.code, _lines(ran.output)[-1]]
        )
        yield self._describe("create", BEFORE)

    def _write(self, name: str, keys: Sequence[bytes]) -> Step:
        predicted = partitions_for(self._clients, keys, len(BEFORE))
        observed = self._cluster.produce(TOPIC, [(key, _VALUE) for key in keys])
        for key, partition in zip(keys, observed, strict=True):
            self._written[partition].append(key)
        wrong = sum(a != b for a, b in zip(predicted, observed, strict=True))
        return Step(f"{name}: written, and of those elsewhere than predicted", [len(keys), 0], [len(observed), wrong])

    def _refuse(self) -> Step:
        arguments = ("--alter", "--topic", TOPIC, "--partitions", "3", "--replication-factor", "2")
        ran = self._cluster.tool("kafka-topics", *arguments)
        printed = 'Option "[replication-factor]" can\'t be used with option "[alter]"'
        return Step("alter --replication-factor is refused", [1, printed], [ran.code, _lines(ran.output)[0]])

    def _refuse_stopped(self, name: str, plan: Path) -> Step:
        """A broker that is fenced counts as unknown, also where a partition has a replica on it."""
        document = self._asked(plan, BEFORE, [broker for broker in BROKERS if broker != _STOPPED])
        predicted = self._tools.values_or_replies("kafka.reassign.rollback", [document])
        wanted = [1, *(f"Error: {reply['error']['message']}" for reply in predicted if isinstance(reply, dict))]
        arguments = ("--reassignment-json-file", str(plan), "--execute", "--additional")
        # Until the controller has fenced it, what is asked is what goes on.
        ran = self._cluster.await_tool(lambda ran: ran.code != 0, _REASSIGN, *arguments)
        return Step(f"{name}: execute is refused as long as it is fenced", wanted, [ran.code, _lines(ran.output)[0]])

    def _execute(self, plan: Path, *more: str) -> JSON:
        ran = self._cluster.tool(_REASSIGN, "--reassignment-json-file", str(plan), "--execute", *more)
        return [ran.code, *_lines(ran.output)]

    def _arrive(self, name: str, plan: Path, replicas: Replicas, *moved: str) -> Iterator[Step]:
        yield self._describe(name, replicas)
        brokers = "Clearing broker-level throttles on brokers 0,1,2"
        topics = f"Clearing topic-level throttles on topic {TOPIC}"
        yield self._verify(name, plan, "is completed.", *moved, brokers, topics)
        yield self._read(name)

    def _describe(self, name: str, replicas: Replicas) -> Step:
        goal = [_row(brokers[0], brokers, brokers) for brokers in replicas]
        found = self._cluster.await_described(TOPIC, lambda now: _rows(now) == goal)
        return Step(f"{name}: leader, replicas and those in sync", goal, _rows(found))

    def _verify(self, name: str, plan: Path, state: str, *more: str) -> Step:
        ran = self._cluster.tool(_REASSIGN, "--reassignment-json-file", str(plan), "--verify")
        printed = [
            "Status of partition reassignment:",
            *(f"Reassignment of partition {n} {state}" for n in _NAMES),
            *more,
        ]
        return Step(f"{name}: verify", [0, *printed], [ran.code, *_lines(ran.output)])

    def _read(self, name: str) -> Step:
        """Every record that was ever written is there once, in its order."""
        found: dict[int, list[bytes]] = {partition: [] for partition in self._written}
        for record in self._cluster.read(TOPIC):
            found[record.partition].append(record.key or b"")
        return Step(f"{name}: records of each partition, and their digest", _extent(self._written), _extent(found))

    def _raise_with_a_broker_stopped(self, plan: Path) -> Iterator[Step]:
        name = f"raise, broker {_STOPPED} stopped in the middle"
        printed = self._execute(plan, "--throttle", str(_SLOW))
        warning = (
            "Warning: You must run --verify periodically, until the reassignment completes, "
            "to ensure the throttle is removed."
        )
        limit = f"The inter-broker throttle limit was set to {_SLOW} B/s"
        yield Step(f"{name}: execute", self._printed(plan, BEFORE, warning, limit), printed)
        self._cluster.stop_broker(_STOPPED)
        yield self._verify(name, plan, "is still in progress.")
        yield self._refuse_stopped(name, plan)
        led = (partition for partition, brokers in enumerate(BEFORE) if brokers[0] != _STOPPED)
        yield self._write(f"{name}: more records", [key for partition in led for key in self._written[partition]])
        self._cluster.start_broker(_STOPPED)
        again = self._execute(plan, "--additional", "--throttle", str(_FAST))
        yield Step(f"{name}: it has come back, throttle lifted", 0, again[0])
        yield from self._arrive(name, plan, AFTER)

    def _moving(self, partition: int, broker: int) -> str:
        folder, replica = self._cluster.log_dirs[broker], f"{_NAMES[partition]} with broker {broker}"
        return f"Successfully started moving log directory to {folder} for replica {replica} "

    def _printed(self, plan: Path, now: Replicas, *throttle: str) -> list[JSON]:
        """Exit code and lines of `--execute`, where the replicas are as now."""
        document = self._asked(plan, now, BROKERS)
        *before, started = _lines(str(self._tools.ask("kafka.reassign.rollback", document)))
        return [0, *before, *throttle, started]

    def _asked(self, plan: Path, now: Replicas, brokers: Sequence[int]) -> JSON:
        """What the port is asked of `--execute`."""
        current = [
            {
                "topic": TOPIC,
                "partition": partition,
                "replicas": list(replicas),
                "logDirs": [self._cluster.log_dirs[broker] for broker in replicas],
            }
            for partition, replicas in enumerate(now)
        ]
        return {"brokers": list(brokers), "current": current, "json": plan.read_text("utf-8")}


def _planned() -> str:
    """The kit's own plan for a replica more, on brokers 0 and 1: the text of --reassignment-json-file."""
    rows = [{"topic": TOPIC, "partition": p, "replicas": list(brokers)} for p, brokers in enumerate(BEFORE)]
    question = {
        "current": json.dumps({"version": 1, "partitions": rows}),
        "brokers": [{"id": broker, "rack": None} for broker in sorted({b for brokers in AFTER for b in brokers})],
        "replicationFactor": 2,
    }
    advice: Any = import_object("copartition.advice.questions:ADVICE")
    plan: str = advice["reassign-plan"](question)["reassignment"]
    return plan


def _replicas_of(plan: str) -> list[list[int]]:
    return [row["replicas"] for row in json.loads(plan)["partitions"]]


def _replicas(replicas: Replicas) -> list[tuple[int, int]]:
    """Partition and broker of each, in the order in which the tool lists them."""
    return sorted(((p, b) for p, brokers in enumerate(replicas) for b in brokers), key=lambda pair: pair[::-1])


def _printed_rollback(printed: Sequence[JSON]) -> str:
    """The one line of `--execute` that is a JSON document; nothing, where there is none."""
    return next((line for line in printed[1:] if line.startswith("{")), "")


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line] or [""]


def _rows(partitions: Sequence[Partition]) -> list[JSON]:
    return [_row(one.leader, one.replicas, one.isr) for one in partitions]


def _row(leader: int, replicas: Sequence[int], in_sync: Sequence[int]) -> JSON:
    return {"leader": leader, "replicas": list(replicas), "isr": sorted(in_sync)}


def _extent(records: dict[int, list[bytes]]) -> JSON:
    every = [f"{partition} {key.hex()}" for partition, keys in sorted(records.items()) for key in keys]
    counts = {str(partition): len(keys) for partition, keys in sorted(records.items())}
    return {"records": counts, "sha256": hashlib.sha256("\n".join(every).encode()).hexdigest()}
