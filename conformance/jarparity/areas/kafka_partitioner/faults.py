"""Known faults of Kafka's default partitioner."""

from __future__ import annotations

import zlib
from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Answers, Fault, Reads, Replaced, Rewritten
from jarparity.values.hashing import fnv_1a, polynomial
from jarparity.values.utf16 import signed, units

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_PARTITION: Final = "kafka.partitioner.partition-for-key"
_sign: Final = partial(Fault.of, _PARTITION)
_hash: Final = partial(Fault.of, ("kafka.partitioner.murmur2", _PARTITION))
_murmur2: Final = partial(Fault.of, ("kafka.partitioner.murmur2", _PARTITION), "apache/kafka:Utils.murmur2")
_positive: Final = partial(Fault.of, _PARTITION, "apache/kafka:Utils.toPositive")
_MURMUR2: Final = "copartition.kafka.murmur:murmur2"
_TO_POSITIVE: Final = "copartition.kafka.murmur:to_positive"
_FOR_KEY: Final = "copartition.kafka.partitioner:partition_for_key"
_REMAINDER: Final = "remainder(to_positive(murmur2(key)), count)"
_UNSIGNED: Final = Rewritten(_TO_POSITIVE, "0x7FFF_FFFF", "0xFFFF_FFFF")
_ABS_OF_REMAINDER: Final = Rewritten(_FOR_KEY, _REMAINDER, "abs(remainder(murmur2(key), count))")
_SIGNED_TAIL: Final = """for place, byte in enumerate(key[size & ~3 :]):
            mixed ^= (byte - (byte >> 7 << 8) << 8 * place) & MASK_32
        mixed = mixed * _FACTOR & MASK_32"""


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise NotImplementedError("the fault starts from text, and these bytes are none") from None


def _low_bytes(document: JSON) -> JSON:
    text = _text(bytes.fromhex(document["bytes"]))
    return {**document, "bytes": bytes(unit & 0xFF for unit in units(text)).hex()}


def _in_floats(original: Callable[..., int], data: bytes) -> int:
    """A JavaScript port: products lose bits above 2^53, and a quarter too many words are read."""
    del original
    factor = float(0x5BD1E995)
    code: float = signed(0x9747B28C ^ len(data))
    for i in range(0, len(data), 4):
        word: float = signed(int.from_bytes(data[i : i + 4].ljust(4, b"\0"), "little"))
        word = _xor_shifted(word * factor, 24) * factor
        code = signed(signed(int(code * factor)) ^ signed(int(word)))
    tail = data[len(data) & ~3 :]
    for i in reversed(range(len(tail))):
        code = signed(signed(int(code)) ^ tail[i] << 8 * i)
    if tail:
        code *= factor
    return _xor_shifted(_xor_shifted(code, 13) * factor, 15)


def _with_rounded_products(original: Callable[..., int], data: bytes) -> int:
    """A JavaScript port that writes `(a * b) | 0` for `Math.imul(a, b)`."""
    del original

    def product(number: int) -> int:
        return signed(int(float(number) * 0x5BD1E995))

    code = signed(0x9747B28C ^ len(data))
    for i in range(0, len(data) & ~3, 4):
        word = product(signed(int.from_bytes(data[i : i + 4], "little")))
        code = product(code) ^ product(_xor_shifted(word, 24))
    if len(data) & 3:
        code = product(signed(code ^ int.from_bytes(data[len(data) & ~3 :], "little")))
    return _xor_shifted(product(_xor_shifted(code, 13)), 15)


def _through_utf_8(document: JSON) -> JSON:
    """Bytes that are no UTF-8 come back as U+FFFD, as from JavaScript's `Buffer.toString()`."""
    return {**document, "bytes": bytes.fromhex(document["bytes"]).decode("utf-8", "replace").encode().hex()}


def _xor_shifted(number: float, by: int) -> int:
    """`n ^ n >>> by` in JavaScript."""
    word = signed(int(number))
    return signed(word ^ (word & 0xFFFFFFFF) >> by)


FAULTS: Final = (
    _sign(
        ("thomhurst/Dekaf#1336", "kafkaex/kafka_ex#398", "platformatic/kafka#121", "confluentinc/librdkafka#1816"),
        "sign-unsigned",
        "takes the hash as unsigned in place of masking its sign bit",
        "toPositive is & 0x7fffffff. Powers of two hide it; about half of all keys go astray on other counts.",
        _UNSIGNED,
    ),
    _sign(
        ("segmentio/kafka-go#905", "IBM/sarama#1114"),
        "sign-abs",
        "takes abs(hash) % n",
        "toPositive is & 0x7fffffff, which is not the absolute value; abs(MIN_VALUE) is negative besides.",
        Rewritten(_TO_POSITIVE, "number & 0x7FFF_FFFF", "-(1 << 31) if number == -(1 << 31) else abs(number)"),
    ),
    _sign(
        "IBM/sarama#1114",
        "sign-abs-of-remainder",
        "takes abs(hash % n)",
        "toPositive masks the sign bit before the remainder is taken. It equals abs(hash) % n but for MIN_VALUE.",
        _ABS_OF_REMAINDER,
    ),
    _positive(
        "sign-floor",
        "takes Python's remainder of the signed hash",
        "toPositive masks the sign bit before the remainder is taken.",
        Rewritten(_FOR_KEY, _REMAINDER, "murmur2(key) % count if count else remainder(0, 0)"),
    ),
    _positive(
        "sign-kept",
        "takes the remainder of the signed hash, which may be negative",
        "toPositive masks the sign bit before the remainder is taken.",
        Rewritten(_FOR_KEY, "to_positive(murmur2(key))", "murmur2(key)"),
    ),
    Fault(
        "murmur2-unsigned",
        "gives the hash as an unsigned number",
        "Java's int is signed: 2^31 and more are negative there. Subtract 2^32 in Python, write | 0 in JavaScript, "
        "convert to int32 in Go.",
        ("kafka.partitioner.murmur2",),
        ("apache/kafka:Utils.murmur2",),
        (Answers(lambda _, answer: answer & 0xFFFF_FFFF),),
        # Recorded cases need no tag for it: half of them catch it.
        tagged=False,
    ),
    _hash(
        "nodefluent/node-sinek#39",
        "seed-0",
        "hashes with seed 0",
        "Kafka's murmur2 has the seed 0x9747b28c.",
        Rewritten(_MURMUR2, "_SEED ^ size", "size"),
    ),
    _hash(
        "nodefluent/node-sinek#40",
        "utf-16-units",
        "hashes the low bytes of a string's UTF-16 units",
        "The key's serialized bytes are hashed, which are UTF-8 for a string.",
        Reads(_low_bytes),
    ),
    _murmur2(
        "length-left-out",
        "leaves the length out of the start value",
        "murmur2 starts with seed ^ length.",
        Rewritten(_MURMUR2, "_SEED ^ size & MASK_32", "_SEED"),
    ),
    _hash(
        ("confluentinc/librdkafka#1617", "twitter/twemproxy#680"),
        "words-big-endian",
        "reads words with the high byte first",
        "murmur2 reads four bytes with the low byte first.",
        Rewritten(_MURMUR2, '"<I"', '">I"'),
    ),
    _hash(
        ("dpkp/kafka-python#439", "dpkp/kafka-python#469", "tnm/murmurhash-java#3"),
        "tail-one-byte",
        "takes one byte of the tail (a switch without falling through)",
        "Java's switch over length % 4 falls through: the last one to three bytes all count.",
        Rewritten(_MURMUR2, 'int.from_bytes(key[size & ~3 :], "little")', "key[-1] << 8 * ((size & 3) - 1)"),
    ),
    _murmur2(
        "tail-reversed",
        "takes the tail's bytes in the wrong order",
        "The first byte of the tail is the low one.",
        Rewritten(_MURMUR2, '"little"', '"big"'),
    ),
    _murmur2(
        "tail-signed",
        "takes the tail's bytes as signed",
        "Bytes are masked with 0xff before they are shifted; from 0x80 on it shows.",
        Rewritten(
            _MURMUR2, 'mixed = (mixed ^ int.from_bytes(key[size & ~3 :], "little")) * _FACTOR & MASK_32', _SIGNED_TAIL
        ),
    ),
    _murmur2(
        "tail-always",
        "multiplies for the tail where there is none",
        "With a length that is a multiple of 4 there is no tail, and no product.",
        Rewritten(_MURMUR2, "if size & 3", "if True"),
    ),
    _hash(
        ("tulios/kafkajs#357", "tulios/kafkajs#358"),
        "float-products",
        "multiplies in floating point, and reads a word too many",
        "Products wrap at 32 bits; a 64-bit float loses their low bits. length / 4 is rounded down.",
        Replaced(_MURMUR2, _in_floats),
    ),
    _murmur2(
        "products-rounded",
        "multiplies in floating point, and cuts the product to 32 bits: (a * b) | 0 in JavaScript",
        "Products wrap at 32 bits; a 64-bit float loses their low bits. Math.imul keeps them.",
        Replaced(_MURMUR2, _with_rounded_products),
    ),
    _murmur2(
        "shifts-signed",
        "shifts with the sign: >> for >>> in Java and JavaScript, an int32 in Go and Rust",
        "murmur2 shifts zeros in: >>>.",
        Rewritten(_MURMUR2, "scrambled ^ scrambled >> 24", "scrambled ^ int32(scrambled) >> 24 & MASK_32"),
        Rewritten(_MURMUR2, "mixed ^ mixed >> 13", "mixed ^ int32(mixed) >> 13 & MASK_32"),
        Rewritten(_MURMUR2, "int32(mixed ^ mixed >> 15)", "int32(mixed ^ int32(mixed) >> 15 & MASK_32)"),
    ),
    _murmur2(
        "key-through-utf-8",
        "reads the key as UTF-8 on its way: U+FFFD stands where it is none",
        "The key's bytes are hashed as they are: a serialized number is no text.",
        Reads(_through_utf_8),
    ),
    _hash(
        (
            "confluentinc/librdkafka#1349",
            "confluentinc/confluent-kafka-go#325",
            "twmb/franz-go#680",
            "tulios/kafkajs#1154",
        ),
        "crc32",
        "hashes with CRC-32, librdkafka's default",
        "The Java client hashes with murmur2 (`partitioner=murmur2_random` in librdkafka).",
        Replaced(_MURMUR2, lambda _, data: signed(zlib.crc32(data))),
        _UNSIGNED,
    ),
    _hash(
        ("IBM/sarama#1424", "IBM/sarama#3537", "IBM/sarama#709", "birdayz/kaf#400"),
        "fnv-1a",
        "hashes with FNV-1a, sarama's default for years",
        "The Java client hashes with murmur2.",
        Replaced(_MURMUR2, lambda _, data: fnv_1a(data)),
        _ABS_OF_REMAINDER,
    ),
    _sign(
        ("IBM/sarama:partitioner.go", "IBM/sarama#3537"),
        "fnv-1a-masked",
        "hashes with FNV-1a, and masks the sign bit as Java does: sarama's NewReferenceHashPartitioner",
        "The Java client hashes with murmur2 (sarama's NewMurmur2Partitioner).",
        Replaced(_MURMUR2, lambda _, data: fnv_1a(data)),
    ),
    _murmur2(
        "java-string-hash",
        "hashes with String.hashCode",
        "The Java client hashes the serialized bytes with murmur2.",
        Replaced(_MURMUR2, lambda _, data: polynomial(units(_text(data)), 0)),
    ),
    _sign(
        ("confluentinc/librdkafka#4510", "segmentio/kafka-go#581"),
        "empty-as-no-key",
        "takes an empty key as no key (here: partition 0)",
        "An empty key is hashed like any other; only null has no partition of its own.",
        Rewritten(_FOR_KEY, "return remainder", "return 0 if not key and count else remainder"),
    ),
)
