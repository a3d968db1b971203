"""Which recorded answers show a fault of Kafka's batches, and which inputs are none of its."""

import pytest
from golden_vectors import GOLDEN, showing

from jarparity.answers import Value
from jarparity.areas.kafka_batches.original_faults import ORIGINAL_FAULTS

(UNREADABLE,) = ORIGINAL_FAULTS
RIGHT = bytes(61) + bytes.fromhex("18 00 00 00 02 6b 01 02 06 613f62 01")
"""A batch of one record, which has the twelve bytes that it says it has."""


def test_every_release_writes_records_that_say_more_than_they_have():
    shown = showing(ORIGINAL_FAULTS)[UNREADABLE.name]
    releases = {
        str(line) for vector in GOLDEN.vectors("kafka.batch.bytes") for each in vector.answers for line in each.lines
    }
    assert shown.keys() == releases
    assert all("encode/headers" in ids for ids in shown.values())


def written(*keys):
    return {"direction": "encode", "records": [{"headers": [{"key": key, "value": None} for key in keys]}]}


@pytest.mark.parametrize(
    ("document", "data", "is_shown", "concerned"),
    [
        (written("a\ud800b"), RIGHT, False, True),
        (written("a\ud800b"), RIGHT[:61] + b"\x1a" + RIGHT[62:], True, True),
        (written("a\ud800b"), RIGHT + RIGHT[61:], False, True),
        (written("a\ud800b"), RIGHT + b"\x1a" + RIGHT[62:], True, True),
        (written("a?b"), RIGHT[:61] + b"\x1a" + RIGHT[62:], False, False),
        (written("😀", "\ud83d" + "\ude00"), RIGHT, False, False),
        (written("k", "\udc00"), RIGHT, False, True),
        (written(), b"", False, False),
        ({"direction": "decode", "bytes": "00"}, b"", False, False),
    ],
)
def test_only_half_of_a_pair_concerns_it_and_only_a_wrong_size_shows_it(document, data, is_shown, concerned):
    answer = Value(data.hex())
    assert (UNREADABLE.shown(document, answer), UNREADABLE.concerns(document, answer)) == (is_shown, concerned)


def test_a_number_of_two_bytes_is_read():
    key = b"k" * 70
    body = b"\0\0\0\x8c\x01" + key + b"\1\0"
    answer = Value((bytes(61) + b"\x9a\x01" + body).hex())
    assert len(body) == 77
    assert not UNREADABLE.shown(written("\ud800"), answer)
