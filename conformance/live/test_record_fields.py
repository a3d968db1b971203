"""The fields of coordinators' records are those of the schemas that Kafka's own JARs bring along."""

import re
from zipfile import ZipFile

import pytest

from jarparity import plain_json, registry
from jarparity.areas.kafka_messages.record_types import records
from jarparity.originals import locked_lines

OPERATION = registry.operation("kafka.group.record")
COMMENT = re.compile(rb"^\s*//.*$", re.MULTILINE)


def schemas(jars):
    """By name the schemas of keys and values that a release's JARs have."""
    found = {}
    for path in jars:
        with ZipFile(path) as jar:
            for name in jar.namelist():
                if re.search(r"common/message/\w+(Key|Value)\.json$", name) and "kafka-group-coordinator-" in path.name:
                    schema = plain_json.parse(COMMENT.sub(b"", jar.read(name)))
                    found[schema["name"]] = schema
    return found


def spelled(schema):
    """The fields of a schema, each as `ours` spells it."""
    structs = {struct["name"]: struct["fields"] for struct in schema.get("commonStructs", [])}

    def of(fields):
        for field in fields:
            name, base = field["name"], field["type"].removeprefix("[]")
            parts = field.get("fields") or structs.get(base, [])
            versions = field.get("versions", field.get("taggedVersions"))
            yield (
                name[0].lower() + name[1:],
                field["type"].startswith("[]"),
                "struct" if parts else base,
                "nullableVersions" in field,
                field.get("tag"),
                "all" if versions in {"0+", "0"} else versions,
                tuple(of(parts)),
            )

    return tuple(of(schema["fields"]))


def said(versions):
    if versions.start < 0:
        return "all"
    return f"{versions.start}+" if versions.stop > 1 << 14 else str(versions.start)


def ours(fields, release):
    return tuple(
        (
            field.name,
            field.is_list,
            "struct" if field.fields else field.type,
            bool(field.null_in),
            field.tag,
            said(field.versions),
            ours(field.fields, release),
        )
        for field in fields
        if is_there(field.since, release)
    )


def is_there(since, release):
    return since is None or numbers(since) <= numbers(release)


def numbers(release):
    return [int(number) for number in release.split(".")]


@pytest.mark.parametrize("line", [line for line in locked_lines() if OPERATION.has(line)], ids=str)
def test_records_have_the_fields_of_kafkas_schemas(originals, line):
    theirs = schemas(originals.jars(line))
    known = {
        name: of
        for name, of in records().items()
        if is_there(of.since, line.version) and (of.before is None or not is_there(of.before, line.version))
    }
    missing = {name.removesuffix("Key").removesuffix("Value") for name in theirs} - set(known)
    assert all(name.startswith("ShareGroup") and line.version < "4" for name in missing)  # not read before 4.0
    for name, of in known.items():
        assert ours(of.value, line.version) == spelled(theirs[f"{name}Value"]), name
        keys = [(field, kind) for field, _, kind, *_ in spelled(theirs[f"{name}Key"])]
        assert [(field.name, field.type) for field in of.key] == keys, name
