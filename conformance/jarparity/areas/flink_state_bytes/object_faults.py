"""Known faults of arrays, enums, objects, and rows without a kind: flags, order, what their snapshots have."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_VALUE: Final = "flink.state.serialized"
_SNAPSHOT: Final = "flink.state.serializer-snapshot"
_PACKAGE: Final = "copartition.flink.serializers"
_ARRAY: Final = f"{_PACKAGE}.arrays:ArraySerializer"
_POJO: Final = f"{_PACKAGE}.pojos:PojoSerializer"
_array: Final = partial(Fault.of, _VALUE, "apache/flink:GenericArraySerializer")
_pojo: Final = partial(Fault.of, _VALUE, "apache/flink:PojoSerializer")
_snapshot: Final = partial(Fault.of, _SNAPSHOT, "apache/flink:PojoSerializerSnapshotData")

FAULTS: Final = (
    _array(
        "array-without-flags",
        "writes the elements of an array one after the other",
        "Before each element stands a byte that is 1, or 0 for null; arrays of strings and of primitives have none.",
        Rewritten(f"{_ARRAY}.serialize", "target.append(item is not None)", "pass"),
        Rewritten(f"{_ARRAY}.deserialize", 'source.boolean("whether it is there")', "True"),
    ),
    _array(
        "array-flag-says-null",
        "writes 1 before the elements of an array that are null, as maps do",
        "In an array the byte is 1 where an element is there.",
        Rewritten(f"{_ARRAY}.serialize", "append(item is not None)", "append(item is None)"),
        Rewritten(f"{_ARRAY}.deserialize", 'if source.boolean("whether', 'if not source.boolean("whether'),
    ),
    Fault.of(
        _VALUE,
        "apache/flink:StringArraySerializer",
        "string-array-with-flags",
        "writes flags before the strings of an array",
        "A string knows null; arrays of them have a serializer of their own, without flags.",
        Rewritten(
            f"{_PACKAGE}.arrays:PrimitiveArraySerializer.serialize",
            "self.element.serialize(item, target)",
            "isinstance(item, str) and target.append(1); self.element.serialize(item, target)",
        ),
    ),
    Fault.of(
        _VALUE,
        "apache/flink:EnumSerializer",
        "enum-constant-by-name",
        "writes a constant's name",
        "Its number is written, in four bytes.",
        Rewritten(
            f"{_PACKAGE}.pojos:EnumSerializer.serialize",
            "int32_bytes(numbers[value])",
            "bytes((len(value),)) + value.encode()",
        ),
    ),
    _pojo(
        "pojo-without-flag",
        "begins an object with its first field",
        "A byte says first whether the object is null, or of a subclass; of the class itself it is 2.",
        Rewritten(f"{_POJO}.serialize", "target.append(_OF_THE_CLASS)", "pass"),
    ),
    _pojo(
        "pojo-fields-sorted",
        "writes the fields of an object sorted by their names, whatever its serializer says",
        "They stand in the serializer's order: Flink's type of a class sorts them, and others need not.",
        Rewritten(f"{_POJO}.serialize", "in self.fields.items():", "in sorted(self.fields.items(), key=str):"),
        Rewritten(f"{_POJO}.deserialize", "in self.fields.items()", "in sorted(self.fields.items(), key=str)"),
    ),
    _pojo(
        "pojo-null-field-flag-says-present",
        "writes 1 before the fields of an object that are there",
        "The byte before a field is 1 where it is null.",
        Rewritten(f"{_POJO}.serialize", "target.append(of is None)", "target.append(of is not None)"),
    ),
    Fault.of(
        _VALUE,
        "apache/flink:RowSerializer",
        "row-always-with-kind",
        "writes and reads the bits of a row's kind, whatever the row's serializer says",
        "State from before Flink 1.11 has none, and its serializer is restored as one without.",
        Rewritten(f"{_PACKAGE}.composites:RowSerializer.serialize", "if self.kinds else []", "if True else []"),
    ),
    Fault.of(
        _SNAPSHOT,
        "apache/flink:RowSerializer.RowSerializerSnapshot",
        "snapshot-row-always-with-kind",
        "takes the rows of each snapshot for rows with a kind",
        "Before version 3 they had none, and from version 4 on a byte says it.",
        Rewritten(
            f"{_PACKAGE}.snapshots:_read_composite",
            "partial(RowSerializer, kinds=kinds)",
            "RowSerializer",
        ),
    ),
    _snapshot(
        "snapshot-pojo-not-framed",
        "writes the parts of an object's snapshot without their lengths",
        "Each field, and its serializer, stands behind a flag and its length: a reader steps over what it can't read.",
        Rewritten(f"{_PACKAGE}.class_snapshots:_framed", 'b"\\1" + int32_bytes(len(data)) + data', 'b"\\1" + data'),
    ),
    _snapshot(
        "snapshot-pojo-without-subclasses",
        "ends an object's snapshot with its fields",
        "Two maps of subclasses follow, of registered ones and of others, empty ones too.",
        Rewritten(f"{_PACKAGE}.class_snapshots:pojo_bytes", "for _ in range(2)", "for _ in range(0)"),
    ),
    _snapshot(
        "snapshot-pojo-missing-subclass",
        "reads an object's snapshot in which a subclass, or its serializer, is missing",
        "Flink writes such an entry where it had not found them, and restores no state with it.",
        Rewritten(f"{_PACKAGE}.class_snapshots:_check_subclasses", "in known.items():", "in ():"),
    ),
    _snapshot(
        "snapshot-pojo-field-that-is-gone",
        "refuses an object's snapshot that has a field's serializer and no field",
        "The class had the field once: its bytes are read, and stepped over.",
        Rewritten(
            f"{_PACKAGE}.class_snapshots:_restored",
            'field = f"missing-field-at-{place}"',
            "raise IllegalStateException(listed)",
        ),
    ),
    _snapshot(
        "snapshot-pojo-field-named-by-its-entry",
        "names an object's field as the map's entry is named",
        "The field's own name stands in its frame, behind its class.",
        Rewritten(f"{_PACKAGE}.class_snapshots:_restored", "field = entry.key", "field = entry.key and listed"),
    ),
    Fault.of(
        _SNAPSHOT,
        "apache/flink:TypeSerializerSnapshot",
        "snapshot-restored-while-read",
        "restores each serializer as soon as its snapshot is read",
        "All is read before anything is restored, so that a cut part is found out before one of too few parts.",
        Rewritten(
            f"{_PACKAGE}.snapshots:_read_nested",
            "_read(source) for",
            "(lambda made: lambda: made)(_read(source)()) for",
        ),
    ),
    Fault.of(
        _SNAPSHOT,
        "apache/flink:CompositeTypeSerializerSnapshot",
        "snapshot-later-version-without-magic",
        "takes a composite's snapshot of a later version for one of those that had no magic number",
        "Up to version 2 there is none; each later version has it.",
        Rewritten(f"{_PACKAGE}.snapshots:_outer_version", "version <= _LAST_VERSION_WITHOUT_MAGIC", "version != 3"),
    ),
    Fault.of(
        _SNAPSHOT,
        "apache/flink:DecimalDataSerializer.DecimalSerializerSnapshot",
        "snapshot-field-of-one-part",
        "ends the snapshot of a decimal's, an array's or a map's serializer with the first thing in it",
        "Precision and scale stand there, type and serializer of elements, keys and values.",
        Rewritten(f"{_PACKAGE}.stored_rows:field_bytes", "in parts:", "in parts[:1]:"),
    ),
    Fault.of(
        _SNAPSHOT,
        "apache/flink:RowDataSerializer.RowDataSerializerSnapshot",
        "snapshot-type-ends-with-its-fields",
        "ends the Java objects that are a row's types with their fields",
        "What a class with a writeObject writes follows, up to an end of its own: a ROW's type has a list in it.",
        Rewritten("copartition.java.object_streams:_Objects._values", "of.flags & _WRITES_MORE", "False"),
    ),
)
