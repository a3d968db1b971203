import hashlib
import random
import re

import pytest

from jarparity.answers import canonical
from jarparity.catalogue import OPERATIONS
from jarparity.catalogue.schema import validate_input
from jarparity.edges import KEYS, MURMUR_MINIMUM
from jarparity.vectors import random_keys
from jarparity.vectors.collector import Cases
from jarparity.vectors.published import KAFKA_KEYS

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)+|[a-z0-9]+(-[a-z0-9]+)*")
ENOUGH = 22_000

every_operation = pytest.mark.parametrize("name", OPERATIONS)


def cases_of(name, seed="20261121"):
    # Not for secrets: the cases must be the same for the same seed.
    return list(OPERATIONS[name].load_vectors(random.Random(f"{seed} {name}")))  # noqa: S311


@pytest.fixture(scope="module")
def cases():
    return {name: cases_of(name) for name in OPERATIONS}


def texts(cases):
    return [f"{case.id} {canonical(case.input)}" for case in cases]


@every_operation
def test_inputs_fit_their_schema(cases, name):
    # All of them, as recorded: conformance/suites_vectors.
    for case in [*cases[name][:40], *cases[name][40::20]]:
        assert case.operation == name
        validate_input(name, case.input)


@every_operation
def test_ids_are_paths_of_words_and_unique(cases, name):
    ids = [case.id for case in cases[name]]
    assert len(set(ids)) == len(ids)
    assert [i for i in ids if not ID.fullmatch(i)] == []


@every_operation
def test_no_input_comes_twice(cases, name):
    inputs = [canonical(case.input) for case in cases[name]]
    assert len(set(inputs)) == len(inputs)


@every_operation
def test_the_same_seed_gives_the_same_cases(cases, name):
    again = cases_of(name)
    assert [case.id for case in again] == [case.id for case in cases[name]]
    # An id that is made of an input's text says already that it is the same text.
    by_hand = [(a, b) for a, b in zip(again, cases[name], strict=True) if not a.id.startswith("generated/")]
    assert texts(a for a, _ in by_hand) == texts(b for _, b in by_hand)


@every_operation
def test_another_seed_keeps_every_case_that_was_named_by_hand(cases, name):
    other = {case.id: case for case in cases_of(name, seed="another")}
    generated = [case.id for case in cases[name] if case.id.startswith("generated/")]
    for case in cases[name]:
        if not case.id.startswith("generated/"):
            assert other[case.id] == case
    assert not set(generated) & set(other) or len(set(generated) & set(other)) < len(generated) / 2


@every_operation
def test_a_generated_id_is_the_hash_of_its_content(cases, name):
    for case in cases[name]:
        if case.id.startswith("generated/"):
            digest = hashlib.sha256(canonical(case.input).encode()).hexdigest()
            assert case.id.endswith("/" + digest[:12])


def test_there_are_enough_and_no_operation_is_left_out(cases):
    assert sum(map(len, cases.values())) >= ENOUGH
    assert min(map(len, cases.values())) >= 100


def test_inputs_survive_json_as_they_are(cases):
    # A pair of surrogates as two characters would come back as one, and be another input.
    for several in cases.values():
        for case in several:
            canonical(case.input).encode("ascii")
            assert "\ud83d\ude00" not in str(case.input)


def test_every_key_type_is_hashed_and_placed(cases):
    for name in (
        "flink.key.hash",
        "flink.key-group.of-key",
        "flink.key-group.operator-of-key",
        "flink.partitioner.channel",
    ):
        assert {case.input["key"]["type"] for case in cases[name]} == set(KEYS)


def test_murmur2_has_every_length_and_high_bytes_in_every_tail(cases):
    keys = [bytes.fromhex(case.input["bytes"]) for case in cases["kafka.partitioner.murmur2"]]
    assert set(range(65)) <= {len(key) for key in keys}
    tails = {(len(key) % 4, i) for key in keys for i in range(1, len(key) % 4 + 1) if key[-i] >= 0x80}
    assert tails == {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)}


def test_the_published_reports_are_there_with_their_sources(cases):
    found = {case.source: case.input for case in cases["kafka.partitioner.partition-for-key"] if case.source}
    assert found == {
        report.source: {"bytes": report.text.encode().hex(), "partitions": report.partitions} for report in KAFKA_KEYS
    }
    assert all(re.fullmatch(r"[\w-]+/[\w-]+#\d+", source) for source in found)


def test_the_one_hash_code_of_murmurs_minimum_is_there(cases):
    assert any(case.input["value"] == MURMUR_MINIMUM for case in cases["flink.math.murmur-hash"])
    assert any(case.input["hash"] == MURMUR_MINIMUM for case in cases["flink.key-group.of-hash"])


def test_partitions_are_mostly_no_powers_of_two(cases):
    counts = [case.input["partitions"] for case in cases["kafka.partitioner.partition-for-key"]]
    assert sum(n & (n - 1) != 0 for n in counts) > len(counts) / 2
    assert 0 <= min(counts) <= max(counts) <= 100_000


def test_every_sql_type_has_its_own_rows(cases):
    types = {field["type"].split("(")[0] for case in cases["flink.table.row-hash"] for field in case.input["fields"]}
    assert len(types) == 14


def test_the_collector_keeps_the_first_name_of_an_input():
    cases = Cases("x.y")
    cases.add("published/a", {"n": 1}, source="a/b#1")
    cases.add("edge/one", {"n": 1})
    assert [(case.id, case.source) for case in cases] == [("published/a", "a/b#1")]


def test_the_collector_refuses_one_name_for_two_inputs():
    cases = Cases("x.y")
    cases.add("edge/one", {"n": 1})
    with pytest.raises(ValueError, match=r"x\.y: the id edge/one names two inputs"):
        cases.add("edge/one", {"n": 2})


def test_the_collector_says_when_there_are_not_enough_inputs():
    with pytest.raises(ValueError, match="fewer than 3 different inputs"):
        Cases("x.y").fill(3, lambda: {"n": 1})


def test_a_seed_gives_the_same_keys_on_every_python():
    drawn = random.Random("every python")  # noqa: S311 - not for secrets
    kinds = (*random_keys.SCALARS, *random_keys.COMPOSITES)
    text = canonical([random_keys.make(drawn, kind) for kind in kinds for _ in range(20)])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "d70cd2cb45ae7598"
