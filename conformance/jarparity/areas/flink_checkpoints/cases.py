"""Hand-written cases of `flink.checkpoint.metadata`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_checkpoints.inputs import PROPERTIES
from jarparity.areas.flink_checkpoints.layouts import written
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_ID: Final = "0102030405060708090a0b0c0d0e0f10"
_BYTES: Final = {"type": "bytes", "name": "b", "data": "00ff"}
_FILE: Final = {"type": "file", "path": "s3://bucket/job/chk-7/f", "size": "17"}
_SEGMENT: Final = {
    "type": "segment",
    "path": "file:/shared/f",
    "start": "5",
    "size": "7",
    "scope": "SHARED",
    "logicalFile": "l",
}
_GROUPS: Final = {"range": {"start": 3, "end": 4}, "offsets": ["0", "4096"]}
_KEY_GROUPS: Final = {"type": "key-groups", **_GROUPS, "handle": _FILE, "id": "4f1c"}
_IN_MEMORY: Final = {
    "type": "changes-in-memory",
    "range": {"start": 0, "end": 1},
    "from": "0",
    "to": "9",
    "changes": [[-1, "01"], [5, ""]],
    "id": "m",
}
_IN_FILES: Final = {
    "type": "changes-in-files",
    "range": {"start": 0, "end": 1},
    "handles": [["12", _FILE], ["0", None]],
    "size": "17",
    "checkpointedSize": "5",
    "storage": "memory",
    "id": "f",
}
_INCREMENTAL: Final = {
    "type": "incremental",
    "range": {"start": 0, "end": 127},
    "checkpointId": "7",
    "backend": "0f8fad5b-d9cb-469f-a165-70867728950e",
    "checkpointedSize": "100",
    "meta": _FILE,
    "shared": [["000001.sst", _FILE]],
    "private": [["MANIFEST", _BYTES]],
    "id": "i",
}
_CHANGELOG: Final = {
    "type": "changelog",
    "range": {"start": 0, "end": 1},
    "materialized": [_KEY_GROUPS],
    "changes": [_IN_FILES, _IN_MEMORY],
    "checkpointId": "8",
    "materializationId": "6",
    "checkpointedSize": "5",
    "id": "c",
}
_KEYED: Final[dict[str, JSON]] = {
    "key-groups": _KEY_GROUPS,
    "key-groups-none": {**_KEY_GROUPS, "range": {"start": 0, "end": -1}, "offsets": []},
    "key-groups-of-bytes": {**_KEY_GROUPS, "handle": _BYTES},
    "savepoint-relative": {"type": "savepoint", **_GROUPS, "handle": {"type": "relative", "path": "4f1c", "size": "9"}},
    "incremental": _INCREMENTAL,
    "incremental-size-unknown": {**_INCREMENTAL, "checkpointedSize": "-1"},
    "incremental-size-overflows": {
        **_INCREMENTAL,
        "checkpointedSize": "-1",
        "shared": [["a", {**_FILE, "size": str(2**63 - 1)}]],
    },
    "incremental-without-meta": {**_INCREMENTAL, "meta": None},
    "changelog": _CHANGELOG,
    "changelog-in-changelog": {**_CHANGELOG, "materialized": [_CHANGELOG]},
    "changelog-empty": {**_CHANGELOG, "materialized": [], "changes": []},
    "changelog-of-no-key-groups": {**_CHANGELOG, "range": {"start": 0, "end": -1}},
    "changes-in-memory": _IN_MEMORY,
    "changes-in-files": _IN_FILES,
}
_STREAMS: Final[dict[str, JSON]] = {
    "bytes": _BYTES,
    "bytes-none": {**_BYTES, "name": "", "data": ""},
    "bytes-of-umlaut": {**_BYTES, "name": "ü😀\0"},
    "file": _FILE,
    "relative-size-below-unknown": {"type": "relative", "path": "f", "size": "-2"},
    "file-size-unknown": {**_FILE, "size": "-1"},
    "key-groups": {"type": "key-groups", **_GROUPS, "handle": _BYTES},
    "segment": _SEGMENT,
    "empty-segment": {"type": "empty-segment"},
}
_PATHS: Final = {
    "three-slashes": "file:///a/b",
    "two-slashes": "file:/a//b",
    "slash-at-end": "/a/b/",
    "root": "/",
    "dots": "/a/./b/../c",
    "dots-above-root": "/../a",
    "dots-relative": "../a",
    "dots-at-end": "/a/b/..",
    "dot-at-end": "a/.",
    "backslashes": "a\\b\\c",
    "drive": "C:/a",
    "drive-with-scheme": "file:/C:/a",
    "authority-alone": "s3://bucket",
    "authority-with-port": "hdfs://nn:8020/a",
    "space-and-percent": "/a b%20c",
    "umlaut-and-emoji": "/ü/😀",
    "empty": "",
    "scheme-alone": "file:",
    "scheme-of-relative": "file:a",
    "scheme-empty": ":a",
    "scheme-of-digits": "1a:/b",
    "colon-behind-slash": "a/b:c",
    "colon-first-of-relative": "./a:b",
    "fragment-before-colon": "s#://bucket/a",
    "query-before-colon": "%41?b#c:/d",
    "fragment-before-colon-twice": "a#b#:",
    "fragment-before-colon-of-relative": "a#b:c",
    "address": "s3://[::1]:80/a",
    "address-of-four-numbers": "s3://u@[::ffff:1.2.3.4%eth0]/a",
    "address-with-zeros": "s3://[::01.2.3.004]/a",
    "address-with-a-zone": "s3://[fe80::1%e.t_0]/a",
    "address-with-a-zone-beyond-ascii": "s3://[fe80::1%é]/a",
    "address-that-is-none": "s3://[zz]/a",
    "address-without-end": "s3://[::1/a",
    "bracket-in-name": "//a]/b",
}
_BACKENDS: Final = (
    *("", "backend", "1-1-1-1-1", "é", "0f8fad5b-d9cb-469f-a165-70867728950e-1", "-1-2-3-4-+5", "Ω-😀"),
    *("1-٣-1-1-\uff11", "\uff46-\uff21-1-1-+९", "\uff27-1-1-1-1", "\U0001d7cf-1-1-1-1", "²-1-1-1-1", "+-1-1-1-1"),
)


def _subtask(**handles: JSON) -> JSON:
    state: dict[str, JSON] = dict.fromkeys(("managedOperator", "rawOperator", "managedKeyed", "rawKeyed"))
    return {**state, "inputChannels": [], "outputChannels": [], **handles}


def _operator(**fields: JSON) -> JSON:
    plain = {"name": None, "uid": None, "id": _ID, "parallelism": 1, "maxParallelism": 128, "coordinator": None}
    return {**plain, "subtasks": {"0": _subtask()}, **fields}


def _metadata(*operators: JSON, **fields: JSON) -> dict[str, JSON]:
    return {"checkpointId": "7", "master": [], "operators": list(operators), "properties": None, **fields}


def _of_subtask(**handles: JSON) -> dict[str, JSON]:
    return _metadata(_operator(subtasks={"0": _subtask(**handles)}))


class _Metadata:
    """Cases in both directions."""

    def __init__(self) -> None:
        self.cases = Cases("flink.checkpoint.metadata")

    def decode(self, name: str, data: bytes, source: str | None = None) -> None:
        self.cases.add(name, {"direction": "decode", "bytes": data.hex()}, source=source)

    def encode(self, name: str, format_: int, document: JSON) -> None:
        self.cases.add(name, {"direction": "encode", "version": format_, **document})

    def both(self, name: str, document: JSON, *formats: int) -> None:
        for format_ in formats or (4, 6):
            self.encode(f"encode/{name}/v{format_}", format_, document)
            self.decode(f"decode/{name}/v{format_}", written(document, format_)[0])


def metadata() -> Iterable[Case]:
    """Cases of `flink.checkpoint.metadata`."""
    made = _Metadata()
    real = Path(__file__).with_name("savepoint.hex").read_text("ascii")
    made.decode("decode/of-a-real-savepoint", bytes.fromhex("".join(real.split())))
    for format_ in range(-1, 8):
        made.encode(f"encode/empty/v{format_}", format_, _metadata())
        made.decode(f"decode/empty/v{format_}", written(_metadata(), format_)[0])
    for name, handle in _KEYED.items():
        made.both(f"keyed/{name}", _of_subtask(managedKeyed=handle))
        for format_ in (2, 3):
            legacy = written(_of_subtask(rawKeyed=handle), format_, legacy=True)[0]
            made.decode(f"decode/keyed/{name}/older-kind/v{format_}", legacy)
    for name, handle in _STREAMS.items():
        made.both(f"stream/{name}", _of_subtask(managedKeyed={**_KEY_GROUPS, "handle": handle}))
    _paths(made)
    _operators(made)
    _operator_states(made)
    _channels(made)
    _masters(made)
    for name, data in PROPERTIES.items():
        made.both(f"properties/{name}", _metadata(properties=data), 3, 4, 6)
    _damaged(made)
    return made.cases


def _paths(made: _Metadata) -> None:
    for name, path in _PATHS.items():
        made.both(f"path/{name}", _of_subtask(managedKeyed={**_KEY_GROUPS, "handle": {**_FILE, "path": path}}), 4)
    for name in ("empty", "dots", "scheme-alone"):
        handle = {"type": "relative", "path": _PATHS[name], "size": "1"}
        made.both(f"path/relative-{name}", _of_subtask(managedKeyed={**_KEY_GROUPS, "handle": handle}), 4)
    for place, backend in enumerate(_BACKENDS):
        data = written(_of_subtask(managedKeyed={**_INCREMENTAL, "backend": backend}), 4)[0]
        made.decode(f"decode/backend-id/{place}", data)


def _operators(made: _Metadata) -> None:
    state = _subtask(managedKeyed=_KEY_GROUPS)
    made.both("operator/id-lower-half-first", _metadata(_operator()), 3, 4, 6)
    made.both("operator/none-of-its-subtasks", _metadata(_operator(subtasks={})))
    made.both("operator/finished", _metadata(_operator(subtasks=None), _operator()), 3, 4, 6)
    made.both(
        "operator/finished-subtasks", _metadata(_operator(parallelism=3, subtasks={"0": None, "2": None, "1": state}))
    )
    made.both("operator/coordinator", _metadata(_operator(coordinator=_BYTES)), 3, 6)
    made.both("operator/finished-with-coordinator", _metadata(_operator(subtasks=None, coordinator=_BYTES)), 4)
    many = {str(index): None for index in (65536, 1, 65535, 0, 65537, 131071, 131070, 131072)}
    made.both(
        "operator/subtasks-above-65535",
        _metadata(_operator(parallelism=131073, maxParallelism=131073, subtasks=many)),
        3,
        4,
        6,
    )
    made.both("operator/subtask-too-high", _metadata(_operator(subtasks={"1": None})), 4)
    made.both("operator/parallelism-above-maximum", _metadata(_operator(parallelism=129)), 4)
    made.both("operator/parallelism-negative", _metadata(_operator(parallelism=-1, subtasks={})), 4)
    made.both("operator/parallelism-none", _metadata(_operator(parallelism=0, subtasks={})), 4)
    made.both("operator/name-and-uid", _metadata(_operator(name="Source: é", uid="uid-1"), _operator(uid="u")), 4, 5, 6)
    for name in ("name", "uid"):
        made.encode(f"encode/operator/{name}-empty/v6", 6, _metadata(_operator(**{name: ""})))
        made.encode(f"encode/operator/{name}-too-long/v6", 6, _metadata(_operator(**{name: "é" * 32768})))
    made.decode("decode/operator/coordinator-in-a-file", written(_metadata(_operator(coordinator=_FILE)), 4)[0])
    made.encode("encode/negative-checkpoint-id/v4", 4, _metadata(checkpointId="-1"))
    made.decode("decode/negative-checkpoint-id/v4", written(_metadata(checkpointId="-1"), 4)[0])


def _operator_states(made: _Metadata) -> None:
    def states(*names: str) -> list[JSON]:
        return [{"name": name, "mode": "UNION", "offsets": [str(place)]} for place, name in enumerate(names)]

    plain = {"type": "partitionable", "handle": _FILE}
    made.both("operator-state/none", _of_subtask(managedOperator={**plain, "states": []}))
    modes = [
        {"name": mode, "mode": mode, "offsets": ["0", str(place)]}
        for place, mode in enumerate(("SPLIT_DISTRIBUTE", "UNION", "BROADCAST"))
    ]
    made.both("operator-state/modes", _of_subtask(rawOperator={**plain, "states": modes}))
    for count in (2, 3, 4, 6, 7, 12, 13, 25):
        named = states(*(f"state-{place}" for place in range(count)))
        made.both(f"operator-state/names-{count}", _of_subtask(managedOperator={**plain, "states": named}), 4)
    merged = {"type": "merged", "states": states("a"), "taskOwned": "file:///t/", "shared": "s3://b/s", "empty": False}
    made.both("operator-state/merged", _of_subtask(managedOperator={**merged, "handle": _SEGMENT}))
    empty = {**merged, "empty": True, "handle": {"type": "empty-segment"}}
    made.both("operator-state/merged-empty", _of_subtask(managedOperator=empty))
    made.both("operator-state/merged-of-a-file", _of_subtask(managedOperator={**merged, "handle": _FILE}), 4)
    made.both(
        "operator-state/merged-without-folder",
        _of_subtask(managedOperator={**merged, "shared": "", "handle": _SEGMENT}),
        4,
    )


def _channels(made: _Metadata) -> None:
    channel = {"type": "channel", "subtask": 1, "info": [0, 5], "offsets": ["0", "9"], "size": "33", "handle": _FILE}
    merged = {"type": "merged", "subtask": 1, "size": "33", "offsets": "0000000100", "handle": _FILE}
    made.both("channels/one-each", _of_subtask(inputChannels=[channel], outputChannels=[channel]), 3, 4, 5, 6)
    made.both("channels/merged", _of_subtask(inputChannels=[merged, channel], outputChannels=[merged]), 6)
    made.encode("encode/channels/merged/v4", 4, _of_subtask(outputChannels=[merged]))
    made.both("channels/merged-without-handle", _of_subtask(inputChannels=[{**merged, "handle": None}]), 6)
    made.both("channels/without-handle", _of_subtask(inputChannels=[{**channel, "handle": None}]), 4)
    as_input = written(_of_subtask(inputChannels=[merged]), 6)[0]
    kind = as_input.index(b"\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x21")
    made.decode("decode/channels/kind-of-an-output", as_input[:kind] + b"\x04" + as_input[kind + 1 :])
    made.decode("decode/channels/ends-at-a-kind", as_input[:kind])


def _masters(made: _Metadata) -> None:
    master = {"name": "hook", "bytes": "0102", "version": 3}
    made.both("master/one", _metadata(master=[master]))
    made.both("master/two", _metadata(master=[master, {"name": "ü", "bytes": "", "version": -1}]), 3, 6)


def _damaged(made: _Metadata) -> None:
    """Cut at each byte, and every field damaged."""
    whole = _metadata(
        _operator(
            coordinator=_BYTES,
            subtasks={
                "0": _subtask(
                    managedKeyed=_CHANGELOG,
                    managedOperator={
                        "type": "partitionable",
                        "states": [{"name": "a", "mode": "UNION", "offsets": ["1"]}],
                        "handle": _FILE,
                    },
                )
            },
        ),
        master=[{"name": "h", "bytes": "01", "version": 3}],
    )
    for format_ in (2, 6):
        data, places = written(whole, format_)
        made.decode(f"decode/longer/v{format_}", data + b"\0")
        for at, instead in places:
            for damage in instead:
                changed = data[:at] + damage + data[at + len(damage) :]
                made.decode(f"decode/damaged/v{format_}/{at}-{damage.hex()}", changed)
    data = written(whole, 6)[0]
    for end in range(len(data)):
        made.decode(f"decode/cut/{end}", data[:end])
    made.decode("decode/no-metadata", b"PK\x03\x04")
    made.decode("decode/null-operator-state", _null_operator_state())
    made.decode("decode/changes-null", written(_of_subtask(managedKeyed={**_CHANGELOG, "changes": [None]}), 4)[0])
    made.decode(
        "decode/materialized-null", written(_of_subtask(managedKeyed={**_CHANGELOG, "materialized": [None]}), 4)[0]
    )
    made.decode(
        "decode/key-groups-without-handle", written(_of_subtask(managedKeyed={**_KEY_GROUPS, "handle": None}), 4)[0]
    )
    group = {**_IN_MEMORY, "changes": [[-2, "00"]]}
    made.decode("decode/change-of-a-negative-group", written(_of_subtask(managedKeyed=group), 4)[0])


def _null_operator_state() -> bytes:
    data = written(_of_subtask(), 4)[0]
    at = data.index(b"\0" * 8, len(data) - 30)
    return data[:at] + b"\0\0\0\1\0" + data[at + 4 :]
