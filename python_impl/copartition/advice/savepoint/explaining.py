"""What is in a savepoint, a checkpoint or a subtask's stream, read without a JVM; damaged files as far as they go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.advice.savepoint.operators import read_operator, read_stream
from copartition.advice.savepoint.places import is_file
from copartition.advice.savepoint.reports import Damage, Restorable, SavepointReport
from copartition.advice.savepoint.restoring import worst
from copartition.errors import JavaError
from copartition.flink.assignment import checked_max_parallelism
from copartition.flink.checkpoint import MAGIC, decode_metadata, readable_metadata
from copartition.flink.operator_id import operator_id
from copartition.flink.savepoint.states import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.advice.savepoint.reports import OperatorReport
    from copartition.flink.checkpoint import OperatorState

_METADATA: Final = "_metadata"
_INT: Final = 4


def explain_savepoint(
    path: str | Path, *, max_parallelism: int | None = None, uids: Iterable[str] = ()
) -> SavepointReport:
    """Reads a savepoint or checkpoint: operators, states, entries and bytes by key group, and whether all is there.

    Every stream is read once, from its beginning to its end; memory follows the largest entry, and the number of key
    groups. The metadata is read whole.

    Args:
        path: The folder of a savepoint or checkpoint, its `_metadata`, or a canonical stream of one subtask.
        max_parallelism: How many key groups the operator of a lone stream has, 1 to 32768.
        uids: Uids of operators: those of older metadata, which has only their hashes, are named by them.

    Raises:
        OSError: A file can't be read.
        WrongTypeError: `uids` are no texts, or the max parallelism is no integer.
        ValueError: It is none of these, or the max parallelism is missing, out of range, or given where the metadata
            says it.
    """
    named = _arguments.tuple_of("uids", uids, str)
    file = file_of(Path(path))
    with file.open("rb") as opened:
        begin = opened.read(_INT)
    magic = MAGIC.to_bytes(_INT, "big")
    if begin == magic or (file.name == _METADATA and magic.startswith(begin)):  # a file may be cut within the magic
        if max_parallelism is not None:
            raise ValueError(f"maxParallelism: {file} has that of each operator, so leave it out")
        return _of_metadata(file, {operator_id(uid): uid for uid in named})
    if begin != VERSION.to_bytes(_INT, "big"):
        raise ValueError(
            f"{file} begins with {begin.hex() or 'nothing'}: it is neither a _metadata ({MAGIC:08x}) nor a stream of "
            f"keyed state ({VERSION:08x})"
        )
    if max_parallelism is None:
        raise ValueError(f"maxParallelism must be given: {file} is a stream alone, which doesn't say it")
    groups = checked_max_parallelism(max_parallelism, "maxParallelism")
    operator = read_stream(file, groups)
    size = file.stat().st_size
    return SavepointReport(file, size, None, None, (operator,), tuple(operator.damage), operator.restorable)


def file_of(path: Path) -> Path:
    """The file that a path means: of a folder its metadata.

    Raises:
        ValueError: It is neither a file nor a folder with metadata.
    """
    if path.is_dir():
        if is_file(path / _METADATA):
            return path / _METADATA
        below = sorted(each.parent.name for each in path.glob(f"*/{_METADATA}"))
        hint = f"; name one of its folders, such as {below[-1]}" if below else ""
        raise ValueError(f"{path} has no {_METADATA}, so it is no savepoint or checkpoint that was completed{hint}")
    if not is_file(path):
        raise ValueError(f"{path} is no file and no folder")
    return path


def _of_metadata(file: Path, uids: dict[str, str]) -> SavepointReport:
    data = file.read_bytes()
    states: tuple[OperatorState, ...]
    damage: list[Damage] = []
    checkpoint_id = None
    try:
        metadata = decode_metadata(data, file=file.name)
    except JavaError:
        states, error, byte = readable_metadata(data, file=file.name)
        damage.append(Damage(str(file), byte, str(error).removeprefix(f"{file.name}, byte {byte}, ")))
    else:
        states, checkpoint_id = metadata.operators, metadata.checkpoint_id
    operators: list[OperatorReport] = [read_operator(state, file.parent, uids) for state in states]
    damage += [each for operator in operators for each in operator.damage]
    restorable = worst(operator.restorable for operator in operators)
    is_damaged = checkpoint_id is None
    version = int.from_bytes(data[_INT : 2 * _INT], "big")
    return SavepointReport(
        file,
        len(data),
        version,
        checkpoint_id,
        tuple(operators),
        tuple(damage),
        Restorable.NO if is_damaged else restorable,
    )
