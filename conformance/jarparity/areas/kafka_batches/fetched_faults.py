"""Known ways to get wrong what a consumer makes of a fetch."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_FETCHING: Final = "copartition.kafka.batches.fetching"
_NEXT: Final = f"{_FETCHING}:CompletedFetch._next"
_GO_ON: Final = f"{_FETCHING}:CompletedFetch._go_on"
_FETCH: Final = "apache/kafka:CompletedFetch"
_fault: Final = partial(Fault.of, "kafka.batch.fetched")

FAULTS: Final = (
    _fault(
        "segmentio/kafka-go:message_reader.go",
        "fetched-markers-given",
        "gives out markers of transactions",
        "Applications see nothing of them.",
        Rewritten(_NEXT, "if self._batch is None or not self._batch.control:", "if True:"),
    ),
    _fault(
        _FETCH,
        "fetched-below-the-position",
        "gives out records below the position",
        "A broker sends whole batches: what comes before the position was given out already.",
        Rewritten(_NEXT, "elif found.offset >= self.position:", "else:"),
    ),
    _fault(
        ("tulios/kafkajs#1072", "segmentio/kafka-go#1416"),
        "fetched-goes-on-behind-the-last-record",
        "fetches next from behind the last record",
        "Compaction may have taken the last records, or all: it goes on behind the batch, or fetches it for ever.",
        Rewritten(_GO_ON, "if before is not None:", "if False:"),
    ),
    _fault(
        (
            "apache/kafka#5727",
            "dpkp/kafka-python:kafka/consumer/fetcher.py",
            "aio-libs/aiokafka:aiokafka/consumer/fetcher.py",
        ),
        "fetched-marker-has-to-be-there",
        "refuses a marker's batch without the marker",
        "Compaction may have taken it (KAFKA-7467).",
        Rewritten(
            f"{_FETCHING}:_is_abort_marker",
            "if first is None:\n        return False",
            "if first is None:\n        raise KafkaException('no marker')",
        ),
    ),
    _fault(
        _FETCH,
        "fetched-aborted-given",
        "gives out records of aborted transactions",
        "The broker names them beside the batches; a consumer of committed records leaves them out.",
        Rewritten(_GO_ON, "elif batch.transactional and batch.producer_id in self._aborted:", "elif False:"),
    ),
    _fault(
        _FETCH,
        "fetched-uncommitted-left-out",
        "leaves out records of aborted transactions whatever the isolation level",
        "A consumer of uncommitted records gets them.",
        Rewritten(_GO_ON, "if self._committed and batch", "if batch"),
    ),
    _fault(
        _FETCH,
        "fetched-aborted-for-ever",
        "leaves out all that the producer of an aborted transaction writes later",
        "Its marker ends the transaction.",
        Rewritten(_GO_ON, "self._aborted.discard(batch.producer_id)", "pass"),
    ),
    _fault(
        _FETCH,
        "fetched-any-marker-ends-it",
        "takes any marker for the end of an aborted transaction",
        "The marker of an abort does: the one of a commit may belong to a transaction before.",
        Rewritten(f"{_FETCHING}:_is_abort_marker", "return bool(kind == _ABORT)", "return True"),
    ),
    _fault(
        _FETCH,
        "fetched-aborted-from-the-first-offset",
        "looks for aborted transactions up to a batch's first offset",
        "Up to its last one: a transaction may begin within it, as the broker tells it.",
        Rewritten(_GO_ON, "self._abort_up_to(batch.last_offset)", "self._abort_up_to(batch._head.base_offset)"),
    ),
    _fault(
        ("tulios/kafkajs:src/consumer/filterAbortedMessages.js", _FETCH),
        "fetched-aborted-in-the-order-told",
        "takes aborted transactions in the order in which the broker names them",
        "They are taken by their first offsets.",
        Rewritten(
            f"{_FETCHING}:CompletedFetch.__init__",
            'sorted(of, key=attrgetter("first_offset"), reverse=True)',
            "[*reversed(of)]",
        ),
    ),
    _fault(
        "tulios/kafkajs:src/consumer/filterAbortedMessages.js",
        "fetched-one-aborted-a-batch",
        "takes one aborted transaction for each batch",
        "All of those that began up to it.",
        Rewritten(f"{_FETCHING}:CompletedFetch._abort_up_to", "while self._ahead", "if self._ahead"),
    ),
    _fault(
        "platformatic/kafka:src/clients/consumer/consumer.ts",
        "fetched-one-transaction-a-producer",
        "keeps one aborted transaction of a producer: the one that is named last",
        "A fetch may have several of one producer.",
        Rewritten(
            f"{_FETCHING}:CompletedFetch.__init__",
            "sorted(of,",
            "sorted({each.producer_id: each for each in of}.values(),",
        ),
    ),
    _fault(
        _FETCH,
        "fetched-idempotent-left-out",
        "leaves out all records of a producer whose transaction was aborted",
        "Only those that are part of a transaction.",
        Rewritten(_GO_ON, "elif batch.transactional and batch", "elif batch"),
    ),
    _fault(
        _FETCH,
        "fetched-good-records-held-back",
        "gives out nothing of a poll in which a record can't be read",
        "The records before it are given out; the next poll fails.",
        Rewritten(
            f"{_FETCHING}:CompletedFetch.poll",
            "if not found or not isinstance(failure, _GIVES_WHAT_IT_HAS):",
            "if True:",
        ),
    ),
    _fault(
        "twmb/franz-go:pkg/kgo/source.go",
        "fetched-damaged-is-the-end",
        "takes a record that can't be read for the end, and says nothing",
        "An error: else what stands behind it is lost, or waited for, for ever.",
        Rewritten(
            f"{_FETCHING}:CompletedFetch.poll",
            "if not found or not isinstance(failure, _GIVES_WHAT_IT_HAS):\n                raise",
            "self.is_consumed = True; self._failure = None",
        ),
    ),
    _fault(
        _FETCH,
        "fetched-all-checksums-compared",
        "compares the checksum of a record of format 0 or 1 that isn't given out",
        "Of those below the position it isn't looked at.",
        Rewritten(
            _NEXT,
            "elif found.offset >= self.position:\n",
            "elif isinstance(found, Unread) and _checked(found.check, 'Record') or found.offset >= self.position:\n",
        ),
    ),
    _fault(
        _FETCH,
        "fetched-epoch-of-the-first-batch",
        "says the leader's epoch of the first batch",
        "It is that of the batch that was looked at last, also where that has none.",
        Rewritten(
            _GO_ON,
            "self.leader_epoch = ",
            "self.leader_epoch = self.leader_epoch if self.leader_epoch is not None else ",
        ),
    ),
)
