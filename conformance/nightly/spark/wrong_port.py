"""A port as people write them: Python's `%` on a hash that they take as unsigned, over whole columns."""

from types import SimpleNamespace

import numpy as np

from copartition.port import PORT


def unsigned(kind, parameters, data, rows):
    hashes = PORT.bulk["kafka.partitioner.murmur2"](kind, {}, data, rows)
    return (hashes.view(np.uint32) % np.uint32(parameters["partitions"])).astype(np.int32)


OPERATION = "kafka.partitioner.partition-for-key"
WRONG_SIGN = SimpleNamespace(
    name="wrong sign", operations={OPERATION: PORT.operations[OPERATION]}, bulk={OPERATION: unsigned}
)


def _breaks(kind, parameters, data, rows):
    raise ValueError("columns are not for me")


BREAKS_ON_COLUMNS = SimpleNamespace(
    name="breaks on columns", operations={OPERATION: PORT.operations[OPERATION]}, bulk={OPERATION: _breaks}
)


def _odd(document):
    raise OverflowError("too much")


RAISES = SimpleNamespace(name="raises", operations={OPERATION: _odd})
