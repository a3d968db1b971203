"""Known faults of readers and writers of `_metadata`."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_metadata: Final = partial(Fault.of, "flink.checkpoint.metadata")
_OPERATORS: Final = "copartition.flink.checkpoint.operator_codecs"
_READ_OPERATOR: Final = f"{_OPERATORS}:read_operator"
_PATHS: Final = "copartition.flink.checkpoint.paths"
_TEXTS: Final = "copartition.java.data_streams:_decoded"

FAULTS: Final = (
    _metadata(
        "apache/flink:Path",
        "metadata-brackets-anywhere",
        "takes any text in brackets for a server",
        "A server with a bracket has a literal IPv6 address in brackets: java.net.URI refuses others.",
        Rewritten(f"{_PATHS}:_with_address", "if found is None or not _is_address(found[1]):", "if not text:"),
    ),
    _metadata(
        "apache/flink:Path",
        "metadata-scheme-with-fragment",
        "refuses a path with a # or a ? before its first colon",
        "A query or a fragment begins there: what stands before is the path, and no scheme.",
        Rewritten(f"{_PATHS}:flink_path", """and ("?" in scheme or "#" in scheme)""", "and False"),
    ),
    _metadata(
        "apache/flink:AbstractID.toHexString",
        "metadata-operator-id-swapped",
        "shows the upper half of an operator's id first",
        "The lower half stands first, in the file and in hex.",
        Rewritten(
            _READ_OPERATOR,
            'id_ = _named(source, "id", lambda each: each.take(_ID)).hex()',
            'id_ = _named(source, "id", lambda each: each.take(_ID)).hex(); id_ = id_[16:] + id_[:16]',
        ),
    ),
    _metadata(
        "apache/flink#25267",
        "metadata-names-not-read",
        "reads format 5 and 6 without the names and uids of operators",
        "From format 5 on a name and a uid stand before an operator's id.",
        Rewritten(_READ_OPERATOR, "format_ >= _WITH_NAMES", "format_ > 6"),
    ),
    _metadata(
        "apache/flink#24247",
        "metadata-channels-without-kind",
        "reads channels of format 6 as those of format 3",
        "From format 6 on a handle of channels says first which kind it is.",
        Rewritten("copartition.flink.checkpoint.channel_codecs:read_channels", "format_ < _WITH_KINDS", "format_ < 7"),
    ),
    _metadata(
        "apache/flink#16655",
        "metadata-finished-index-off-by-one",
        "takes -1 for subtask 1 of those that had finished",
        "A subtask that had finished has the negative of its index, less one.",
        Rewritten(f"{_OPERATORS}:_read_subtask", "-index - 1", "-index"),
    ),
    _metadata(
        "apache/flink#14754",
        "metadata-finished-operator-without-subtasks",
        "takes an operator that had finished for one without subtasks",
        "A negative number of subtasks is an operator that had finished.",
        Rewritten(
            _READ_OPERATOR,
            "return OperatorState(id_, parallelism, most, None",
            "return OperatorState(id_, parallelism, most, {}",
        ),
    ),
    _metadata(
        "apache/flink#24480",
        "metadata-segments-unknown",
        "knows no handles of parts of shared files",
        "From Flink 1.20 on a checkpoint can merge files.",
        Rewritten(
            "copartition.flink.checkpoint.handle_codecs:_read_stream",
            "known is None or",
            "code > 6 or known is None or",
        ),
    ),
    _metadata(
        "apache/flink:MetadataV2Serializer",
        "metadata-chain-length-not-read",
        "reads format 2 without the chain's length",
        "Format 2 still has a field of Flink 1.2 that is not used.",
        Rewritten(_READ_OPERATOR, '_named(source, "chain_length", INT.read)', "None"),
    ),
    _metadata(
        "apache/flink:MetadataV2V3SerializerBase",
        "metadata-subtasks-by-index",
        "writes subtasks in the order of their indexes",
        "They are written in the order of a HashMap: above 65,535 it is another one.",
        Rewritten(f"{_OPERATORS}:_place_in_hash_map", "index ^ index >> 16", "index"),
    ),
)
