"""Batches as a real broker keeps them: the port reads what a consumer reads of them, and writes the same bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.scenario import Oracle

_OPERATION: Final = "kafka.batch.bytes"
_NOW: Final = 1_700_000_000_000
_HALF: Final = "a\ud800b"
_OF_BATCH: Final = (
    *("baseOffset", "magic", "timestampType", "producerId", "producerEpoch", "baseSequence"),
    *("transactional", "control", "partitionLeaderEpoch"),
)
_OF_RECORD: Final = ("offset", "timestamp", "key", "value", "headers")


def _record(key: str | None, value: str | None, later: int = 0, **headers: str | None) -> dict[str, JSON]:
    """A record to be written; keys and values are texts here."""
    rows = [{"key": name.replace("_", "-"), "value": _hex(its)} for name, its in headers.items()]
    return {"timestamp": _NOW + later, "key": _hex(key), "value": _hex(value), "headers": rows}


def _hex(text: str | None) -> str | None:
    return None if text is None else text.encode().hex()


_RECORDS: Final = (
    _record("order-1", "née 😀"),
    _record(None, "without a key", later=1_000, trace_id="7f", größe="ü"),
    _record("order-1", None, later=-86_400_000, null=None, empty=""),
    _record("", "x" * 300, later=3_000_000_000),
)
_UNREADABLE: Final = (
    _record("before", "1"),
    {**_record("half", "2"), "headers": [{"key": _HALF, "value": "00"}]},
    _record("behind", "3"),
)


@dataclass(frozen=True, slots=True)
class Batches:
    """The scenario `batches`.

    Attributes:
        cluster: Where the records are.
        clients: The port, as of the clients' line.
    """

    cluster: KafkaCluster
    clients: Oracle

    def __call__(self) -> Iterator[Step]:
        """Kafka's own producer writes batches of all kinds; then some that no one can read."""
        topic = "batches"
        self.cluster.create(topic, 1)
        for settings in ({}, {"compression_type": "gzip"}, {"enable_idempotence": "false"}):
            self.cluster.produce_together(topic, _RECORDS, **settings)
        self.cluster.produce_together(topic, _RECORDS, transactional_id="jarparity")
        # The marker of the transaction's end comes when the producer has gone on already.
        self.cluster.await_counts(topic, {0: 4 * len(_RECORDS) + 1})
        kept = self.cluster.on_disk(topic)
        batches = self.clients.ask(_OPERATION, _to_be_read(kept))
        yield self._read(topic, batches)
        yield self._written(kept, batches)
        yield self._refused()
        yield self._stored()

    def _read(self, topic: str, batches: list[JSON]) -> Step:
        """Each record as the port and as a consumer reads it."""
        observed = [
            {
                "offset": str(record.offset),
                "timestamp": str(record.timestamp),
                "key": None if record.key is None else record.key.hex(),
                "value": None if record.value is None else record.value.hex(),
                "headers": [
                    {"key": key, "value": None if value is None else value.hex()} for key, value in record.headers
                ],
            }
            for record in self.cluster.read(topic)
        ]
        predicted = [_chosen(record, _OF_RECORD) for of in batches if not of["control"] for record in of["records"]]
        kinds = f"{len(batches)} batches, {sum(of['control'] for of in batches)} of them of control"
        return Step(f"{len(observed)} records on disk ({kinds}), and as they are read", predicted, observed)

    def _written(self, kept: bytes, batches: list[JSON]) -> Step:
        """Each batch that isn't compressed, as the port writes it and as it is on disk."""
        asked, observed, start = [], [], 0
        for batch in batches:
            if batch["compression"] == "none":
                asked.append(_to_be_written(batch))
                observed.append(kept[start : start + batch["size"]].hex())
            start += batch["size"]
        predicted = self.clients.ask_all(_OPERATION, asked)
        return Step(f"{len(asked)} batches as they are written, and on disk", predicted, observed)

    def _refused(self) -> Step:
        """Not compressed, a broker refuses all that was sent together."""
        self.cluster.create("refused", 1)
        outcomes = self.cluster.produce_together("refused", _UNREADABLE)
        head = {"magic": 2, "timestampType": "CreateTime", "producerId": "-1", "producerEpoch": -1, "baseSequence": -1}
        head |= {"transactional": False, "control": False, "partitionLeaderEpoch": -1, "baseOffset": "0"}
        records = [{"offset": str(offset), **record} for offset, record in enumerate(_UNREADABLE)]
        document = _to_be_written({**head, "records": [{**one, "timestamp": str(one["timestamp"])} for one in records]})
        predicted = self._answer(self.clients.ask(_OPERATION, document))
        name = "half of a surrogate pair in a header's key, not compressed: what becomes of each record"
        return Step(name, [predicted] * len(outcomes), outcomes)

    def _stored(self) -> Step:
        """Compressed, it stores them, and no one can read them."""
        self.cluster.create("stored", 1)
        outcomes = self.cluster.produce_together("stored", _UNREADABLE, compression_type="gzip")
        try:
            observed: JSON = len(self.cluster.read("stored"))
        except RefusedError as refused:
            observed = refused.kind
        predicted = self._answer(self.cluster.on_disk("stored").hex())
        note = f"the broker acknowledged them: {outcomes}"
        return Step("the same, compressed: what a consumer gets", predicted, observed, note)

    def _answer(self, data: str) -> JSON:
        """How many records the port reads of a batch, or the kind of its error."""
        (answer,) = self.clients.values_or_replies(_OPERATION, [{"direction": "decode", "bytes": data}])
        return answer["error"]["kind"] if isinstance(answer, dict) else sum(len(of["records"]) for of in answer)


def _to_be_read(kept: bytes) -> JSON:
    return {"direction": "decode", "bytes": kept.hex()}


def _to_be_written(batch: JSON) -> JSON:
    records = [_chosen(record, _OF_RECORD) for record in batch["records"]]
    return {
        "direction": "encode",
        "logAppendTime": "-1",
        **_chosen(batch, _OF_BATCH),
        "records": records,
    }


def _chosen(of: JSON, names: tuple[str, ...]) -> JSON:
    return {name: of[name] for name in names}
