"""The tables of messages are made of the schemas that Kafka's own JARs bring along."""

import json

import pytest
from quality import messages

from jarparity import registry
from jarparity.originals import Originals, locked_lines

OPERATION = registry.operation("kafka.message.bytes")
LINES = [line for line in locked_lines() if OPERATION.has(line)]


@pytest.fixture(scope="module")
def originals():
    kit = Originals.default()
    kit.ensure(LINES)
    return kit


def numbers(release):
    return [int(number) for number in release.split(".")]


def forms(release):
    """By name the form of each message that a release has, without what says since when."""
    found = {}
    for line in messages.TABLES[0].read_text("utf-8").splitlines():
        form = json.loads(line)
        if numbers(form.pop("since", "3.9.0")) <= numbers(release):
            found[form["name"]] = form
    return {name: form for name, form in found.items() if "gone" not in form}


@pytest.mark.parametrize("line", LINES, ids=str)
def test_messages_have_the_fields_of_kafkas_schemas(originals, line):
    (jar,) = [path for path in originals.jars(line) if path.name.startswith("kafka-clients-")]
    assert forms(line.version) == {name: messages.form(schema) for name, schema in messages.schemas(jar).items()}


def test_a_table_has_what_releases_change(originals):
    jars = [path for line in LINES for path in originals.jars(line) if path.name.startswith("kafka-clients-")]
    made = [json.loads(line) for line in messages.table(jars).splitlines()]
    assert [(form.get("since"), form.get("versions")) for form in made if form["name"] == "LeaderAndIsrRequest"] == [
        (None, "0-7"),
        ("4.0.2", None),
    ]
    assert [form.get("since") for form in made if form["name"] == "ApiVersionsRequest"] == [None, "4.4.0"]
