"""Known faults of writers and readers of keyed state's streams: the order of entries, what is written, and where."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_SAVEPOINT: Final = "flink.state.savepoint"
_CHECKPOINT: Final = "flink.state.checkpoint"
_BOTH: Final = (_SAVEPOINT, _CHECKPOINT)
_MAP: Final = "copartition.flink.state.copy_on_write_map"
_PACKAGE: Final = "copartition.flink.savepoint"
_order: Final = partial(Fault.of, _BOTH, "apache/flink:CopyOnWriteStateMap")
_header: Final = partial(Fault.of, _BOTH, "apache/flink:KeyedBackendSerializationProxy")
_canonical: Final = partial(Fault.of, _SAVEPOINT, "apache/flink:FullSnapshotAsyncWriter")
_entry: Final = partial(Fault.of, _SAVEPOINT, "apache/flink:HeapKeyValueStateIterator")
_heap: Final = partial(Fault.of, _CHECKPOINT, "apache/flink:HeapSnapshotStrategy")
_PUT: Final = f"{_MAP}:CopyOnWriteStateMap.put"
_MOVE: Final = f"{_MAP}:CopyOnWriteStateMap._move"
_ITERATE: Final = f"{_MAP}:CopyOnWriteStateMap.__iter__"
_HASH: Final = f"{_MAP}:composite_hash"
_GROUP: Final = f"{_PACKAGE}.canonical:group_bytes"
_STATE_HEADER: Final = f"{_PACKAGE}.header:_state_bytes"
_READ_HEADER: Final = f"{_PACKAGE}.header"
_WRITE_STATE: Final = f"{_PACKAGE}.heap_format:state_bytes"
_VALUE: Final = f"{_PACKAGE}.entries:EntryCodec.value_bytes"

FAULTS: Final = (
    _order(
        "state-map-in-order-of-insertion",
        "writes the entries of a key group as they were put",
        "Entries stand as the bins of CopyOnWriteStateMap have them.",
        Rewritten(_ITERATE, "bins = self._old[self._moved :]", "return iter(self._by_place.values())"),
    ),
    _order(
        "state-map-newest-last-in-bin",
        "puts a new entry behind those of its bin",
        "A new entry comes first in its bin.",
        Rewritten(_ITERATE, "for entry in reversed(each)", "for entry in each"),
    ),
    _order(
        "state-map-grown-at-once",
        "moves all entries at once when a table grows",
        "At least four entries move with each access; a snapshot in between shows both tables.",
        Rewritten(_MOVE, "while moved < _TRANSFERRED:", "while True:"),
    ),
    _order(
        "state-map-moved-in-order",
        "keeps the order of a bin that moves",
        "A bin is moved from its front, and each entry put to the front: the order turns around.",
        Rewritten(_MOVE, "for entry in reversed(in_bin):", "for entry in in_bin:"),
    ),
    _order(
        "state-map-grows-one-early",
        "lets a table grow as soon as three quarters of its bins are reached",
        "It grows with the first entry beyond: the 98th of 128 bins.",
        Rewritten(_PUT, "> len(self._old) * 3 // 4", ">= len(self._old) * 3 // 4"),
    ),
    _order(
        "state-map-of-64-bins",
        "begins with 64 bins",
        "A key group's map has 128 bins at first.",
        Rewritten(f"{_MAP}:CopyOnWriteStateMap.__init__", "* _CAPACITY", "* 64"),
    ),
    _order(
        "state-map-reads-do-not-move",
        "moves entries only when something is put or removed",
        "Each access moves entries while a table grows, and reading is one.",
        Rewritten(f"{_MAP}:CopyOnWriteStateMap.get", "self._move()", "pass"),
    ),
    _order(
        "state-map-without-upper-half",
        "writes of the new table what stands below the old one's length",
        "A bin of the old table moves to two bins of the new one.",
        Rewritten(_ITERATE, " + self._new[half : half + self._moved]", ""),
    ),
    _order(
        "state-map-hash-not-mixed",
        "takes the bin from the hash codes as they are",
        "The bits of the hash codes are mixed first.",
        Rewritten(_HASH, "bit_mix(", "int("),
    ),
    _order(
        "state-map-hash-without-namespace",
        "takes the bin from the key's hash code alone",
        "Hash codes of key and namespace are combined by XOR; that of no namespace is 99.",
        Rewritten(_HASH, "hash_code(key) ^ namespace_hash(namespace)", "hash_code(key)"),
    ),
    _order(
        "state-map-takes-the-newer-key",
        "writes the key that was put last",
        "An entry keeps the key that it was made with, though an equal one may have other bytes.",
        Rewritten(_PUT, "entry.value = value", "entry.value = value; entry.key = key"),
    ),
    _header(
        "stream-states-as-registered",
        "numbers states as they were registered",
        "States are numbered in the order of the backend's HashMap of their names.",
        Rewritten(
            f"{_PACKAGE}.heap_states:HeapStates.__init__",
            "registered: HashMap[str, KeyedState] = HashMap()",
            "registered = type('Ordered', (dict,), {'put': dict.__setitem__})()",
        ),
    ),
    _header(
        "stream-any-version-of-a-serializer",
        "reads a serializer of any version",
        "A serializer's frame is of version 2; up to 1.16 of version 1, too. Others are a VersionMismatchException.",
        Rewritten(f"{_READ_HEADER}:_behind_version", "if not first <= version <= SNAPSHOT_VERSION:", "if False:"),
    ),
    _header(
        "stream-negative-count-is-none",
        "takes a negative number of states, options or serializers for none",
        "The table for them can't be made: an IllegalArgumentException, before anything behind it is read.",
        Rewritten(f"{_READ_HEADER}:_not_negative", "if count < 0:", "if False:"),
    ),
    _header(
        "stream-namespace-before-value",
        "writes the serializer of namespaces before that of values",
        "The two stand in the order of a HashMap: VALUE_SERIALIZER comes first.",
        Rewritten(
            _STATE_HEADER,
            'utf_bytes(VALUE_PART, "a serializer\'s part"),\n            _serializer_bytes(state.value),',
            "",
        ),
        Rewritten(
            _STATE_HEADER,
            "_serializer_bytes(state.namespace),",
            "_serializer_bytes(state.namespace), utf_bytes(VALUE_PART, ''), _serializer_bytes(state.value),",
        ),
    ),
    _header(
        "stream-serializers-without-version",
        "writes snapshots of serializers without the version before each",
        "The int 2 stands before each serializer's snapshot in a stream.",
        Rewritten(f"{_PACKAGE}.header:_serializer_bytes", "int32_bytes(SNAPSHOT_VERSION) + ", ""),
    ),
    _canonical(
        "savepoint-last-pair-not-flagged",
        "sets the highest bit of a key only at the end of a key group",
        "The bit is set at the end of each state: what follows is a state's number.",
        Rewritten(_GROUP, "yield _pair(last, ends=ends)", "yield _pair(last, ends=False)"),
    ),
    _canonical(
        "savepoint-without-end-mark",
        "ends a key group with its last pair",
        "The number 0xffff stands behind the last pair of a key group.",
        Rewritten(_GROUP, "yield _number(_END)", "pass"),
    ),
    _canonical(
        "savepoint-offset-of-empty-group",
        "gives a key group without entries the offset at which it would begin",
        "Its offset is 0: readers skip it.",
        Rewritten(
            f"{_PACKAGE}.writing:write_savepoint",
            "groups = _Groups(key_groups)",
            "groups = _Groups(key_groups); groups.offsets = [written.position] * len(key_groups)",
        ),
    ),
    _entry(
        "savepoint-list-with-count",
        "writes a list as in the heap: how many elements, then each",
        "The elements stand one after the other with a comma between them: backends append to them.",
        Rewritten(_VALUE, "return list_bytes(value.items, self._element)", "return self._value.to_bytes(value)"),
    ),
    _entry(
        "savepoint-list-without-comma",
        "writes the elements of a list without what stands between them",
        "A comma stands between two elements, whatever their type.",
        Rewritten(f"{_PACKAGE}.entries:list_bytes", "data.append(_DELIMITER)", "pass"),
    ),
    _entry(
        "savepoint-empty-list-written",
        "writes a list state's entry without elements",
        "It is left out.",
        Rewritten(f"{_PACKAGE}.writing:_records", "or entry.value.items", "or True"),
    ),
    _entry(
        "savepoint-map-flag-says-present",
        "writes 1 before the values of a map state that are there",
        "The byte before a value is 1 where the value is null.",
        Rewritten(_VALUE, "bytes((value is None,))", "bytes((value is not None,))"),
    ),
    _entry(
        "savepoint-map-null-without-value",
        "writes nothing behind the flag of a null value in a map state",
        "The serializer writes its null, too: one that knows none fails (FLINK-39909).",
        Rewritten(
            _VALUE,
            "bytes((value is None,)) + self._map.value.to_bytes(value)",
            "bytes((value is None,)) + (b'' if value is None else self._map.value.to_bytes(value))",
        ),
    ),
    _entry(
        "savepoint-map-in-order-of-insertion",
        "writes the pairs of a map state as they were put",
        "They stand in the order of a HashMap.",
        Rewritten(
            f"{_PACKAGE}.heap_states:_user_map",
            "found = HashMap()",
            "found = type('Ordered', (dict,), {'put': dict.__setitem__})()",
        ),
    ),
    _heap(
        "checkpoint-skips-empty-groups",
        "leaves out key groups without entries",
        "Every key group of the range is written, and has an offset.",
        Rewritten(f"{_PACKAGE}.writing:_write_empty", "for place in places:", "for place in ():"),
    ),
    _heap(
        "checkpoint-skips-empty-states",
        "leaves out a state without entries in a key group",
        "Every state is written, with its number of entries.",
        Rewritten(
            f"{_PACKAGE}.writing:_write_states",
            "own.write(state_bytes(",
            "by_state[state.name] and own.write(state_bytes(",
        ),
    ),
    _heap(
        "checkpoint-key-before-namespace",
        "writes an entry's key before its namespace",
        "In the heap's own format the namespace comes first.",
        Rewritten(_WRITE_STATE, "state.namespace.serialize(namespace, data)", "pass"),
        Rewritten(
            _WRITE_STATE,
            "key.serialize(of, data)",
            "key.serialize(of, data); state.namespace.serialize(namespace, data)",
        ),
    ),
    _heap(
        "checkpoint-without-group-number",
        "begins a key group with its first state",
        "The key group's number stands first, and readers compare it.",
        Rewritten(f"{_PACKAGE}.heap_format:number_bytes", "int32_bytes(key_group)", "b''"),
    ),
    _heap(
        "checkpoint-group-number-not-compared",
        "reads a key group without a look at its number",
        "Another number than that of the key group whose offset this is fails the restore.",
        Rewritten(f"{_PACKAGE}.heap_format:read_number", "if written != key_group:", "if False:"),
    ),
    _canonical(
        "savepoint-key-read-with-flag",
        "keeps the highest bit of a key that it reads",
        "The bit is taken off: with it the key group is another one.",
        Rewritten(f"{_PACKAGE}.canonical:read_record", "bytes((key[0] & ~_LAST,)) + key[1:]", "key"),
    ),
)
