"""Reads streams of keyed state from files, an entry at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import IllegalStateException, IOException, JavaError
from copartition.flink.assignment import checked_max_parallelism
from copartition.flink.savepoint import canonical
from copartition.flink.savepoint.entries import Entry, EntryCodec
from copartition.flink.savepoint.files import FileInput
from copartition.flink.savepoint.foreign import RawValues, read_any_header
from copartition.flink.savepoint.placing import Found
from copartition.flink.savepoint.snappy import UnpackedInput
from copartition.flink.savepoint.states import KeyedState, StateKind
from copartition.flink.serializers.identity_hashes import has_enum
from copartition.flink.serializers.key_group_prefix import read_key_group
from copartition.java.data_streams import DataInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition._bulk.kernels import Name
    from copartition.flink.savepoint.columns import RecordColumns
    from copartition.flink.savepoint.files import Source
    from copartition.flink.savepoint.states import StreamHeader


class SavepointReader:
    """A canonical savepoint's stream, read from its beginning to its end: each entry once, and none is kept.

    Key groups that are compressed are unpacked, a chunk of 64 KiB at a time.

    Attributes:
        header: The key's serializer and the states. A serializer that is not known is a `RawValues`.

    Args:
        source: The file, opened for binary reading.
        max_parallelism: The operator's max parallelism: it says how long the prefix of a key is.
        file: Its name, for messages.
        checksums: Whether a chunk of a compressed key group whose checksum is wrong is an error. Flink doesn't compare
            them.

    Raises:
        JavaError: The header can't be read; the message names the file and the byte.
        WrongTypeError: The source is no file, such as a path or bytes, or it was opened for text.
        ValueError: The max parallelism is not in 1 to 32768.
    """

    def __init__(
        self, source: Source, max_parallelism: int, *, file: str = "the stream", checksums: bool = True
    ) -> None:
        self._max_parallelism = checked_max_parallelism(max_parallelism)
        self._input, self._file = FileInput(source), file
        try:
            self.header: StreamHeader = read_any_header(self._input)
            if self.header.compressed and self._input.has(1):
                self._input = UnpackedInput(self._input, _refuse if checksums else None)
        except JavaError as error:
            raise self._failed(error, "the header") from error
        self._codecs = [self._codec(state, max_parallelism) for state in self.header.states]

    def _codec(self, state: KeyedState, max_parallelism: int) -> EntryCodec | None:
        if isinstance(self.header.key, RawValues) or isinstance(state.namespace, RawValues):
            return None
        if isinstance(state.value, RawValues):
            if state.kind is StateKind.MAP:  # where the user's key begins in a key is known, but not its type
                return None
            state = KeyedState(state.name, StateKind.VALUE, state.namespace, state.value)
        return EntryCodec(state, self.header.key, max_parallelism)

    def records(self) -> Iterator[canonical.Record]:
        """Every pair as bytes, in the stream's order.

        Raises:
            JavaError: A pair can't be read, or has no state; the message names the file and the byte.
        """
        while True:
            self._input.forget()
            if not self._more():
                return
            yield from self._group()

    def _more(self) -> bool:
        try:
            return self._input.has(1)
        except JavaError as error:
            raise self._failed(error, "a key group") from error

    def _group(self) -> Iterator[canonical.Record]:
        begin = self._input.place()
        try:
            for record in canonical.read_group(self._input):
                refuse_no_state(record.state, len(self.header.states))
                yield record
                self._input.forget()
        except JavaError as error:
            raise self._failed(error, f"the key group that begins at byte {begin}") from error

    def columns(self, *, kernels: Name | None = None) -> Iterator[RecordColumns]:
        """Every pair as bytes, in the stream's order, as columns of some megabytes each.

        Args:
            kernels: Who computes: `numba`, by default where it is installed (the extra `fast`), or `numpy`, which is
                as slow as `records`.

        Raises:
            JavaError: A pair can't be read, or has no state; the message names the file and the byte.
        """
        from copartition._bulk.kernels import kernels as choose  # noqa: PLC0415 - numpy, for these columns alone
        from copartition.flink.savepoint.columns import ColumnReader  # noqa: PLC0415 - as above

        reader = ColumnReader(self._input, len(self.header.states), choose(kernels))
        try:
            yield from reader.columns()
        except JavaError as error:
            raise self._failed(error, f"the key group that begins at byte {reader.group}") from error

    def entries(self, *, checked: bool = True) -> Iterator[Entry]:
        """Every entry, in the stream's order; of a map state one for each of the user's keys.

        Where the serializer of keys, of the state's namespaces or of a map is not known, key and value are the pair's
        bytes, and the namespace is None. Of another value that is not known, only the value is bytes.

        Args:
            checked: Whether a key in another key group than its own is an error, and bytes that are left behind a key:
                they show another max parallelism. Flink compares none; here the first thousand keys are compared, and
                the first of each key group. Of a key whose hash code only its class knows, it is whether there is such
                a key group.

        Raises:
            JavaError: An entry can't be read, or was written with another max parallelism; the message names the file,
                the byte and the state.
        """
        found = Found(self._max_parallelism, hashed=False, is_enum=has_enum(self.header.key))
        for record in self.records():
            codec = self._codecs[record.state]
            try:
                entry = self._raw(record) if codec is None else codec.read(record.key, record.value, checked=checked)
                if checked:
                    _compare(found, entry)
            except JavaError as error:
                what = f"an entry of the state {self.header.states[record.state].name!r}"
                raise self._failed(error, what) from error
            yield entry

    def _raw(self, record: canonical.Record) -> Entry:
        group = read_key_group(DataInput(record.key), self._max_parallelism)
        return Entry(group, self.header.states[record.state].name, record.key, None, record.value)

    def _failed(self, error: JavaError, what: str) -> JavaError:
        return type(error)(f"{self._file}, byte {self._input.place()}, {what}: {error}")


def _refuse(_: int, what: str) -> None:
    raise IOException(what)


def _compare(found: Found, entry: Entry) -> None:
    try:
        found.check(entry.key, entry.key_group)
    except ValueError as error:
        raise IOException(str(error)) from None


def refuse_no_state(number: int, states: int) -> None:
    """Refuses the number of a state that is not in the header, which has so many.

    Raises:
        IllegalStateException: It is none of them.
    """
    if number >= states:
        raise IllegalStateException(f"there is no state of the number {number}")
