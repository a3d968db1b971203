"""A port in Python: operations, and the functions that answer them. Put your client's own functions in their place."""

MASK = 0xFFFFFFFF
M = 0x5BD1E995


def murmur2(data: bytes) -> int:
    """Kafka's hash of a record's key, as an unsigned number."""
    mixed = 0x9747B28C ^ len(data)
    whole = len(data) & ~3
    for at in range(0, whole, 4):
        word = int.from_bytes(data[at : at + 4], "little") * M & MASK
        mixed = (mixed * M & MASK) ^ ((word ^ word >> 24) * M & MASK)
    if whole < len(data):
        mixed = (mixed ^ int.from_bytes(data[whole:], "little")) * M & MASK
    mixed = (mixed ^ mixed >> 13) * M & MASK
    return mixed ^ mixed >> 15


class ArithmeticException(Exception):  # noqa: N818 - as Java calls it
    """An exception is an answer, too: what counts is the name of its class."""


def hashed(case: dict) -> int:
    """`kafka.partitioner.murmur2`: a signed number."""
    found = murmur2(bytes.fromhex(case["bytes"]))
    return found - (1 << 32) if found >> 31 else found


def partition_for_key(case: dict) -> int:
    """`kafka.partitioner.partition-for-key`."""
    if case["partitions"] == 0:
        raise ArithmeticException("/ by zero")
    return (murmur2(bytes.fromhex(case["bytes"])) & 0x7FFFFFFF) % abs(case["partitions"])


PORT = {"kafka.partitioner.murmur2": hashed, "kafka.partitioner.partition-for-key": partition_for_key}
