"""From which version on a group can be asked: what its fields need, and where identity hash codes would decide."""

import random

import pytest

from jarparity import registry
from jarparity.areas.kafka_assignors import random_groups
from jarparity.areas.kafka_assignors import versions as group_versions
from jarparity.cases import Case
from jarparity.check.asking import ask
from jarparity.lines import Line
from jarparity.validation import validate_input
from jarparity.values import consumer_versions, sticky_bytes

OLD, OWNED, RACKS = (Line("kafka-clients", version) for version in ("2.3.1", "2.5.0", "3.4.0"))
PLAIN = {"id": "A", "topics": ["t"]}


def group(*members, topics=None):
    return {"topics": {"t": 3} if topics is None else topics, "members": list(members) or [PLAIN]}


@pytest.mark.parametrize(
    ("document", "first"),
    [
        (group(), None),
        (group({**PLAIN, "userData": "00"}), None),
        (group({**PLAIN, "owned": [["t", 0]]}), "2.4.0"),
        (group({**PLAIN, "instance": "i"}), "2.4.0"),
        (group({**PLAIN, "instance": "i"}, {"id": "B", "topics": [], "rack": "r"}), "3.4.0"),
        (group({**PLAIN, "generation": -1}), "3.4.0"),
        (group({**PLAIN, "rack": "r"}), "3.4.0"),
        (group({**PLAIN, "instance": None, "rack": None, "generation": None, "owned": []}), None),
        (group(topics={"t": [{"partition": 0, "racks": ["r"]}]}), "3.4.0"),
        (group(topics={"t": [{"partition": 0, "racks": []}, {"partition": 1}]}), None),
    ],
)
def test_a_field_needs_the_version_that_carries_it(document, first):
    validate_input("kafka.assignor.range", document)
    assert group_versions.of_group(document) == first
    assert group_versions.of_sticky_group(document) == first


@pytest.mark.parametrize(
    ("operation", "document", "first"),
    [
        ("kafka.protocol.subscription", {"direction": "encode", "version": 0, "topics": []}, None),
        ("kafka.protocol.subscription", {"direction": "encode", "version": 1, "topics": []}, "2.4.0"),
        ("kafka.protocol.subscription", {"direction": "encode", "version": 0, "topics": [], "rack": "r"}, "3.4.0"),
        ("kafka.protocol.subscription", {"direction": "decode", "bytes": "0003"}, None),
        ("kafka.protocol.assignment", {"direction": "encode", "version": -1, "partitions": []}, "2.4.0"),
        ("kafka.protocol.assignment", {"direction": "decode", "bytes": "0001"}, None),
        ("kafka.protocol.sticky-user-data", {"direction": "encode", "partitions": [], "generation": 1}, "2.3.0"),
        ("kafka.protocol.sticky-user-data", {"direction": "encode", "partitions": []}, None),
        ("kafka.partitioner.load-table", {"queueSizes": None, "partitions": [], "length": 0, "rack": "r"}, "4.4.0"),
        ("kafka.assignor.rebalances", {"assignor": "cooperative-sticky", "topics": {}, "steps": []}, "2.4.0"),
        (
            "kafka.assignor.rebalances",
            {
                "assignor": "range",
                "topics": {},
                "steps": [{"op": "join", "member": "A", "topics": [], "instance": "i"}],
            },
            "2.4.0",
        ),
    ],
)
def test_other_inputs_need_versions_too(operation, document, first):
    validate_input(operation, document)
    found = registry.operation(operation)
    lines = [
        Line("kafka-clients", version) for version in ("2.2.2", "2.3.1", "2.5.0", "3.3.2", "3.4.0", "4.3.1", "4.4.0")
    ]
    wanted = [line for line in lines if found.has(line) and not (first and line < Line("kafka-clients", first))]
    assert found.eligible_lines(lines, document) == wanted


# Topics tN0 differ in their hash codes by multiples of 31, as partitions do: t10-1 has the hash code of t20-0.
@pytest.mark.parametrize(
    ("topics", "first"),
    [
        ({f"t{n}0": 10 for n in range(1, 10)}, "3.0.0"),
        ({f"t{n}0": 2 for n in range(1, 4)}, None),
        ({"t": 5000}, None),
        (dict.fromkeys(random_groups.COLLIDING[:7], 1), None),
        (dict.fromkeys(random_groups.COLLIDING[:8], 1), "3.0.0"),
        (dict.fromkeys(random_groups.COLLIDING[:12], 3), "3.0.0"),
    ],
)
def test_sticky_groups_that_meet_identity_hash_codes_are_for_later_versions(topics, first):
    assert group_versions.of_sticky_group(group(topics=topics)) == first
    assert group_versions.of_group(group(topics=topics)) is None
    history = {"assignor": "sticky", "topics": topics, "steps": []}
    assert group_versions.of_history(history) == first
    assert group_versions.of_history({**history, "assignor": "range"}) is None


def test_claims_in_user_data_count_among_the_partitions():
    claims = [(topic, number) for topic in random_groups.COLLIDING[:12] for number in range(3)]
    member = {**PLAIN, "userData": sticky_bytes.write(claims, 1).hex()}
    assert group_versions.of_sticky_group(group(member)) == "3.0.0"


def test_user_data_is_read_as_it_was_written():
    claims = [("b", 1), ("b", 0), ("é", 7)]
    assert sticky_bytes.read(sticky_bytes.write(claims, 3)) == claims
    assert sticky_bytes.read(sticky_bytes.write(claims, None)[:-1]) == []


@pytest.mark.parametrize(
    ("version", "left"),
    [
        ("2.3.1", {"userData"}),
        ("2.4.0", {"userData", "owned", "instance"}),
        ("3.3.2", {"userData", "owned", "instance"}),
        ("3.4.0", {"userData", "owned", "instance", "generation", "rack"}),
        ("3.10.0", {"userData", "owned", "instance", "generation", "rack"}),
    ],
)
def test_a_narrowed_group_is_one_that_the_release_takes(version, left):
    fields = {"userData": "00", "owned": [["t", 0]], "instance": "i", "generation": 4, "rack": "r"}
    document = group({**PLAIN, **fields}, topics={"t": [{"partition": 0, "racks": ["r"]}], "u": 2})
    narrow = group_versions.projected(document, version)
    assert narrow["members"][0].keys() == {"id", "topics"} | left
    line = Line("kafka-clients", version)
    assert registry.operation("kafka.assignor.range").takes(line, narrow)
    assert group_versions.projected(narrow, version) == narrow


def test_the_latest_version_is_by_number():
    assert consumer_versions.latest("2.4.0", None, "10.0.0", "2.10.0") == "10.0.0"
    assert consumer_versions.latest("2.4.0", "2.10.0") == "2.10.0"
    assert consumer_versions.latest(None, None) is None


class _Recorder:
    """A reference that notes what each line was asked."""

    def __init__(self):
        self.asked = {}

    def answers_of_lines(self, _operation, eligible, inputs):
        self.asked = {line: [inputs[place] for place in places] for line, places in eligible.items()}
        return [(place,) for place in range(len(inputs))]


def test_each_line_is_asked_only_what_it_carries():
    reference = _Recorder()
    documents = [group(), group({**PLAIN, "instance": "i"}), group({**PLAIN, "rack": "r"})]
    cases = [Case.generated("kafka.assignor.range", document) for document in documents]
    truths = ask(reference, registry.operation("kafka.assignor.range"), [OLD, OWNED, RACKS], cases)
    assert reference.asked == {OLD: documents[:1], OWNED: documents[:2], RACKS: documents}
    assert [truth.groups for truth in truths] == [(0,), (1,), (2,)]


@pytest.mark.parametrize("assignor", ["range", "round-robin", "sticky", "cooperative-sticky"])
@pytest.mark.parametrize("name", random_groups.FAMILIES)
def test_a_family_is_asked_from_its_api_version_on(assignor, name):
    needed = {"2.0": {None}, "2.4": {None, "2.4.0"}, "3.4": {None, "2.4.0", "3.4.0"}}
    draw = random.Random(name)  # noqa: S311 - the same groups each time
    for api in random_groups.api_versions(assignor, name):
        for _ in range(10):
            document = random_groups.group(draw, assignor, name, api, (5, 4, 4))
            validate_input(f"kafka.assignor.{assignor}", document)
            assert group_versions.of_group(document) in needed[api]
