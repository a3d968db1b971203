"""Regions of known divergences may name each field that a recorded input has."""

import re

import pytest

from jarparity import registry
from jarparity.divergences.shapes import Shape
from jarparity.divergences.syntax import parse
from jarparity.operation_documents import with_definitions
from jarparity.references.golden import GoldenReference

NAME_OF_A_FIELD = re.compile("(?!(?:and|or|not|in|it|any|all|count|len|number|true|false|null)$)[A-Za-z_][A-Za-z0-9_]*")
FUNCTIONS = [((list, dict, str), "len({})"), ((int, str), "number({})"), ((list, dict), "count({}, it == null)")]


@pytest.mark.parametrize("name", registry.OPERATIONS)
def test_no_field_of_a_recorded_input_is_refused(name):
    shape = Shape.of(with_definitions(registry.operation(name).input))
    named = {}
    for vector_ in GoldenReference.default().vectors(name)[:40]:
        for path, value in paths(vector_.case.input):
            calls = [call for types, call in FUNCTIONS if isinstance(value, types) and not isinstance(value, bool)]
            named |= {f"{taken.format(path)} == null": vector_.case.id for taken in ("{}", *calls)}
    for region, id_ in named.items():  # most inputs have the same fields
        assert parse(region, shape), id_


def paths(document, before=()):
    """The fields of an input, as a region names them, and their values; of a list the first element's."""
    parts = document.items() if isinstance(document, dict) else [("first", document[0])] if document else []
    for name, part in parts:
        if NAME_OF_A_FIELD.fullmatch(name):
            yield ".".join((*before, name)), part
            yield from paths(part, (*before, name)) if isinstance(part, dict | list) else ()
