"""Batches of records as bytes: what producers write, brokers keep, and consumers read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.area import Area
from jarparity.areas.kafka_batches import schemas
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation

if TYPE_CHECKING:
    from jarparity.areas.kafka_batches import cases, fetched_cases, fetched_inputs, inputs
else:
    cases, fetched_cases, fetched_inputs, inputs = lazy_modules(
        __package__, "cases", "fetched_cases", "fetched_inputs", "inputs"
    )

_RECORD: Final = "org.apache.kafka.common.record"

AREA: Final = Area(
    name="kafka_batches",
    summary="Batches of records as bytes: what producers write, brokers keep, and consumers read.",
    place=19,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_batches.faults", "jarparity.areas.kafka_batches.fetched_faults"),
    original_faults="jarparity.areas.kafka_batches.original_faults",
    operations=(
        Operation(
            name="kafka.batch.bytes",
            summary="Records as a batch's bytes, and batches' bytes as records, in all three formats.",
            original=(
                f"{_RECORD}.MemoryRecordsBuilder.append(Record), build(); "
                "MemoryRecords.batches(), RecordBatch.ensureValid(), streamingIterator(BufferSupplier)"
            ),
            python="copartition.kafka.batches.encode_batch",
            family="kafka-clients",
            input=schemas.INPUT,
            answer=schemas.ANSWER,
            draw=inputs.batch,
            cases=cases.cases,
            enough=768,
            volume_rows=25,
            messages=False,
            varies=True,
            min_version=schemas.first_of,
            excluded=(varying.MESSAGES,),
            notes=(
                "Format (magic) 2 is a batch; in 0 and 1 each record is one, or holds others that are compressed. What "
                "is written isn't compressed; what is read may be, by gzip, which Java can do by itself. A batch that "
                "is cut at the end isn't read, and is no error. Numbers of 64 bits are decimal strings, bytes are hex. "
                "From 4.3 on the classes are in org.apache.kafka.common.record.internal."
            ),
        ),
        Operation(
            name="kafka.batch.fetched",
            summary="What a consumer gives out of a fetch, poll by poll, and from which offset it fetches next.",
            original=(
                "org.apache.kafka.clients.consumer.internals.CompletedFetch"
                ".fetchRecords(FetchConfig, Deserializers, int), nextFetchOffset(), lastEpoch()"
            ),
            python="copartition.kafka.batches.CompletedFetch",
            family="kafka-clients",
            since="3.5",
            input=schemas.FETCHED_INPUT,
            answer=schemas.FETCHED_ANSWER,
            draw=fetched_inputs.fetched,
            cases=fetched_cases.cases,
            enough=1_280,
            volume_rows=25,
            messages=False,
            varies=True,
            excluded=(varying.MESSAGES,),
            notes=(
                "Checksums are compared, as consumers do by default. Polls end with the first error, of which Kafka's "
                "own only say that the next record can't be had: its cause is given. Releases before 3.5 have another "
                "class, within the one that fetches."
            ),
        ),
    ),
)
