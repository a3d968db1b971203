"""Each of the recorded vectors, in form and from the locked originals; no Python reads them otherwise."""

import json
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from jarparity import data, registry
from jarparity.fixtures import reading
from jarparity.fixtures.verify import verify
from jarparity.originals.lock import read_lock
from jarparity.references.golden import GoldenReference

OF_EACH = 5
"""Schemas, faults and models are asked of every fifth vector; `tox -e search` asks them of all.

`copartition` answers every one of them, for each release, in `test_smoke.py`.
"""

PATHS = [path for paths in reading.files(data.fixtures()).values() for path in paths]


def schema(name):
    document = json.loads(resources.files("jarparity").joinpath(f"schemas/{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


def test_there_are_twenty_thousand_vectors_of_every_operation_and_line():
    golden = GoldenReference.default()
    assert sum(len(golden.vectors(name)) for name in golden.operations) >= 20_000
    assert golden.operations == sorted(registry.OPERATIONS)
    assert list(map(str, golden.lines)) == [str(line) for line in read_lock().locked()]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_every_tenth_line_fits_the_schema(path):
    validator = schema("vectors")
    lines = reading.read_text(path).splitlines()
    for line in [lines[0], *lines[1::10]]:
        validator.validate(json.loads(line))


def test_the_tags_fit_their_schema():
    schema("tags").validate(json.loads((data.fixtures() / "tags.json").read_text("utf-8")))


def test_what_holds_on_one_jdk_is_recorded():
    golden = GoldenReference.default()
    bound = {name: operation.of_one_jdk for name, operation in registry.OPERATIONS.items() if operation.of_one_jdk}
    assert bound
    for name, cases in bound.items():
        assert cases <= {vector.case.id for vector in golden.vectors(name)}


@pytest.mark.parametrize("name", sorted(registry.OPERATIONS))
def test_each_vector_verifies(name):
    problems, cases = verify(data.fixtures(), read_lock().lines, patterns=(name,), schemas=True, of_each=OF_EACH)
    assert problems == []
    assert cases


def test_nothing_else_is_among_them(monkeypatch):
    # What is in the files stands above, an operation a test.
    monkeypatch.setattr("jarparity.fixtures.verify._file", lambda *_, **__: ([], []))
    assert verify(data.fixtures(), read_lock().lines) == ([], 0)


def test_no_file_names_a_machine():
    for path in PATHS:
        text = reading.read_text(path)
        assert "/home/" not in text
