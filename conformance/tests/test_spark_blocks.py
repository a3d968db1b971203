"""Packed keys as a placement's operation takes them."""

import numpy as np
import pytest

from jarparity.spark.blocks import Block
from jarparity.spark.placements import parse_placement

NAN = (0x7FF8000000000000, 0x7FF0000000000001, 0x7FF8000000000001, 0xFFF8000000000000, 0xFFFFFFFFFFFFFFFF)


def serialized(type_, numbers):
    """The bytes of each key that a producer would send."""
    block = Block(type_, len(numbers), 0, numbers.view(np.uint8), ())
    placement = parse_placement("kafka:partitions=31")
    return [bytes.fromhex(one["bytes"]) for one in block.inputs(placement)]


def test_every_nan_is_the_canonical_one_as_in_kafkas_serializer():
    keys = np.array(NAN, "<u8").view("<f8")
    assert serialized("double", keys) == [bytes.fromhex("7ff8000000000000")] * len(NAN)


@pytest.mark.parametrize("bits", [0x8000000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1, 0x400921FB54442D18])
def test_other_doubles_keep_their_bits(bits):
    assert serialized("double", np.array([bits], "<u8").view("<f8")) == [bits.to_bytes(8, "big")]


def test_integers_are_written_in_big_endian_order():
    assert serialized("long", np.array([-2, 258], "<i8")) == [b"\xff" * 7 + b"\xfe", b"\0" * 6 + b"\1\2"]
