"""Savepoints and checkpoints in files, read and written by a port: metadata, and the stream of each subtask."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from jarparity.measures.live.scenario import LiveError, NoPredictionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.measures.live.scenario import Oracle

OPERATIONS: Final = (
    "flink.checkpoint.metadata",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.key-group.range-of-operator",
    "flink.operator.id",
    "flink.state.checkpoint",
    "flink.state.savepoint",
)
METADATA, _GROUP_OF, _SUBTASK_OF, _RANGE_OF, _ID, _CHECKPOINT, _SAVEPOINT = OPERATIONS
STREAMS: Final = {"savepoint": _SAVEPOINT, "key-groups": _CHECKPOINT}
"""By kind of handle, the operation of its streams."""

_COMPRESSED_AT: Final = 4
"""The byte of a stream that says whether its key groups are compressed."""

_FORMATS: Final = ((1, 4), (2, 6))
"""By major release of Flink, the newest format of metadata that it writes."""


def local(path: str) -> Path:
    """The path of a URI of a file."""
    return Path(url2pathname(urlsplit(path).path))


@dataclass(frozen=True, slots=True)
class Found:
    """What a port reads of one operator.

    Attributes:
        key_type: As the first stream's header has it; None where there is no stream.
        states: By name, kind and types.
        entries: By subtask, the streams' entries: key group, state, namespace, key, value.
    """

    key_type: JSON
    states: dict[str, JSON]
    entries: list[tuple[int, int, JSON]]


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The port as a reader and a writer.

    Attributes:
        oracle: The port, as of the release that wrote, or is to read.
    """

    oracle: Oracle

    def ids(self, uids: list[str]) -> dict[str, str]:
        """The operators' ids."""
        found = self.oracle.ask_all(_ID, [{"uid": uid} for uid in uids])
        return dict(zip(uids, found, strict=True))

    def places(self, keys: list[JSON], max_parallelism: int, parallelism: int) -> list[tuple[int, int]]:
        """Key group and subtask of each key."""
        documents = [{"key": key, "maxParallelism": max_parallelism} for key in keys]
        groups = self.oracle.ask_all(_GROUP_OF, documents)
        at = [{**document, "parallelism": parallelism} for document in documents]
        return list(zip(groups, self.oracle.ask_all(_SUBTASK_OF, at), strict=True))

    def read(self, path: str, uids: list[str], *, compressed: bool = False) -> dict[str, Found]:
        """What is in a savepoint or checkpoint of these operators.

        Args:
            path: Of its folder, as Flink says it.
            uids: Of the operators.
            compressed: Whether the job compresses its snapshots.

        Raises:
            LiveError: Flink's files are not there, or are compressed and should not be, or the other way round.
            NoPredictionError: The port can't read them.
        """
        folder = local(path)
        operators = self.operators(path, uids)
        return {uid: self._operator(operators[uid], folder, compressed=compressed) for uid in uids}

    def metadata(self, path: str) -> tuple[bytes, JSON]:
        """The metadata of a snapshot, and what the port reads in it.

        Raises:
            LiveError: Flink's file is not there.
            NoPredictionError: The port can't read it.
        """
        try:
            data = (local(path) / "_metadata").read_bytes()
        except OSError as error:
            raise LiveError(f"Flink says that {path} is a snapshot: {error}") from error
        return data, self.oracle.ask(METADATA, {"direction": "decode", "bytes": data.hex()})

    def operators(self, path: str, uids: list[str]) -> dict[str, JSON]:
        """What the metadata says of these operators, by uid.

        Raises:
            LiveError: Flink's file is not there.
            NoPredictionError: The port can't read it, or finds no such operator.
        """
        _, metadata = self.metadata(path)
        operators = {operator["id"]: operator for operator in metadata["operators"]}
        ids = self.ids(uids)
        if missing := [uid for uid in uids if ids[uid] not in operators]:
            raise NoPredictionError(f"{METADATA} and {_ID} gave no operator {missing[0]} ({ids[missing[0]]}) in {path}")
        return {uid: operators[ids[uid]] for uid in uids}

    def keyed(self, path: str, state: str) -> tuple[str, Found]:
        """The one operator that has a keyed state of this name: its id, and what is in it.

        Raises:
            LiveError: Flink's files are not there.
            NoPredictionError: The port can't read them, or finds no such state, or several.
        """
        _, metadata = self.metadata(path)
        operators = {each["id"]: each for each in metadata["operators"] if any(keyed_handles(each))}
        read = {of: self._operator(each, local(path), compressed=False) for of, each in operators.items()}
        found = {of: each for of, each in read.items() if state in each.states}
        if len(found) != 1:
            raise NoPredictionError(f"{METADATA} gave {len(found)} operators with the state {state} in {path}, not one")
        return next(iter(found.items()))

    def _operator(self, operator: JSON, folder: Path, *, compressed: bool) -> Found:
        found = Found(None, {}, [])
        for subtask, handle in keyed_handles(operator):
            stream = stream_of(handle["handle"], folder)
            if stream[_COMPRESSED_AT] != compressed:
                raise LiveError(f"a stream of {folder} says {stream[_COMPRESSED_AT]} where compression is {compressed}")
            read = self.oracle.ask(
                STREAMS[handle["type"]],
                {
                    "direction": "decode",
                    "maxParallelism": operator["maxParallelism"],
                    "range": handle["range"],
                    "offsets": offsets_of(handle),
                    "stream": stream.hex(),
                },
            )
            states = {each["name"]: {name: each[name] for name in each if name != "name"} for each in read["states"]}
            entries = [(subtask, int(group), entry) for group, each in read["entries"].items() for entry in each]
            found = Found(read["keyType"], found.states | states, [*found.entries, *entries])
        return found

    def write(  # noqa: PLR0913 - what a snapshot is made of
        self,
        folder: Path,
        kind: str,
        operators: Mapping[str, JSON],
        max_parallelism: int,
        parallelism: int,
        *,
        compressed: bool = False,
        ids: Mapping[str, str] | None = None,
    ) -> str:
        """Writes a savepoint, or a heap backend's checkpoint, that has only these operators' keyed state.

        Streams of every other subtask stand in the metadata, as Flink does with small ones, and all others in files.

        Args:
            folder: Where; it is made.
            kind: The kind of handle, see `STREAMS`.
            operators: By uid `keyType`, `states` and `entries`, as inputs of `flink.state.savepoint` have them.
            max_parallelism: The number of key groups.
            parallelism: How many subtasks there were, each with a stream.
            compressed: Whether key groups are compressed.
            ids: The operators' ids, where they have no uid and are called otherwise.

        Returns:
            Its path, as Flink takes it.

        Raises:
            NoPredictionError: The port can't write it.
        """
        folder.mkdir(parents=True)
        ranges = self.oracle.ask_all(
            _RANGE_OF,
            [
                {"maxParallelism": max_parallelism, "parallelism": parallelism, "operator": subtask}
                for subtask in range(parallelism)
            ],
        )
        documents: list[JSON] = []
        for uid, operator_id in (ids or self.ids(list(operators))).items():
            of = operators[uid]
            places = self.places([entry["key"] for entry in of["entries"]], max_parallelism, parallelism)
            subtasks: dict[str, JSON] = {}
            for subtask, owned in enumerate(ranges):
                own = [entry for entry, place in zip(of["entries"], places, strict=True) if place[1] == subtask]
                written = self.oracle.ask(
                    STREAMS[kind],
                    {
                        **of,
                        "direction": "encode",
                        "compression": compressed,
                        "maxParallelism": max_parallelism,
                        "range": owned,
                        "entries": own,
                    },
                )
                data = bytes.fromhex(written["stream"])
                offsets = [written["offsets"][str(group)] for group in range(owned["start"], owned["end"] + 1)]
                handle = _handle(folder / f"{operator_id}-{subtask}", data, kind, in_metadata=subtask % 2 == 1)
                keyed = {"type": kind, "range": owned, "offsets": offsets, "handle": handle}
                subtasks[str(subtask)] = _NO_STATE | {
                    "managedKeyed": keyed | ({"id": None} if kind != "savepoint" else {})
                }
            named = None if ids or self._format <= _FORMATS[0][1] else uid
            documents.append(_operator_document(named, operator_id, subtasks, max_parallelism))
        metadata = {
            "direction": "encode",
            "checkpointId": "7",
            "master": [],
            "operators": documents,
            "properties": None,
        }
        encoded = self.oracle.ask(METADATA, metadata | {"version": self._format})
        (folder / "_metadata").write_bytes(bytes.fromhex(encoded))
        return folder.as_uri()

    @property
    def _format(self) -> int:
        return dict(_FORMATS)[int(self.oracle.line.version.partition(".")[0])]


_NO_STATE: Final[dict[str, JSON]] = {
    "managedOperator": None,
    "rawOperator": None,
    "managedKeyed": None,
    "rawKeyed": None,
    "inputChannels": [],
    "outputChannels": [],
}


def _operator_document(named: str | None, operator_id: str, subtasks: JSON, max_parallelism: int) -> JSON:
    return {
        "name": named,
        "uid": named,
        "id": operator_id,
        "parallelism": len(subtasks),
        "maxParallelism": max_parallelism,
        "coordinator": None,
        "subtasks": subtasks,
    }


def _handle(path: Path, data: bytes, kind: str, *, in_metadata: bool) -> JSON:
    """Writes a stream, and says where it lies: a savepoint's file is named from its folder on, a checkpoint's whole."""
    if in_metadata:
        return {"type": "bytes", "name": path.name, "data": data.hex()}
    path.write_bytes(data)
    if kind == "savepoint":
        return {"type": "relative", "path": path.name, "size": str(len(data))}
    return {"type": "file", "path": path.as_uri(), "size": str(len(data))}


def keyed_handles(operator: JSON) -> Iterator[tuple[int, JSON]]:
    """Of an operator's metadata each subtask with keyed state, and its handle."""
    for subtask, state in sorted(operator["subtasks"].items(), key=lambda each: int(each[0])):
        if state is not None and state["managedKeyed"] is not None:
            yield int(subtask), state["managedKeyed"]


def offsets_of(handle: JSON) -> JSON:
    """By key group the offset in a handle's stream at which it begins."""
    begin = handle["range"]["start"]
    return {str(begin + place): offset for place, offset in enumerate(handle["offsets"])}


def stream_of(handle: JSON, folder: Path) -> bytes:
    """The bytes of a stream, which stand in the metadata or lie in a file.

    Raises:
        LiveError: They are elsewhere.
    """
    match handle["type"]:
        case "bytes":
            data: str = handle["data"]
            return bytes.fromhex(data)
        case "relative":
            return folder.joinpath(handle["path"]).read_bytes()
        case "file":
            return local(handle["path"]).read_bytes()
    raise LiveError(f"a stream of keyed state is in {handle['type']}, which is not read here")
