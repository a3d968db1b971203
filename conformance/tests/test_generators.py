"""What the operations' generators and hand-written cases are: inputs of their schemas, that reach what goes wrong."""

import hashlib
import json
import os
import re
import subprocess
import sys
from importlib import resources
from random import Random

import pytest
from hash_table import HashTable
from hypothesis import Phase, find, given, settings

from jarparity import strategies
from jarparity.answers import canonical
from jarparity.case_collector import Cases, CasesError
from jarparity.registry import AREAS, OPERATIONS
from jarparity.validation import validate_input
from jarparity.values import fields, keys, numbers, texts
from jarparity.values.boundary import KEYS, MURMUR_MINIMUM
from jarparity.values.published import KAFKA_KEYS
from jarparity.values.utf16 import has_lone_surrogate, joined, string_hash

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)+|[a-z0-9]+(-[a-z0-9]+)*")
DRAWS = 3000

every_operation = pytest.mark.parametrize("name", OPERATIONS)


def random(seed="a seed"):
    return Random(seed)  # noqa: S311 - reproducible, not secret


def reaches(draw, condition, draws=DRAWS):
    drawn = random()
    return any(condition(draw(drawn)) for _ in range(draws))


@every_operation
def test_a_generator_draws_inputs_and_the_same_for_the_same_seed(name):
    operation, first, again = OPERATIONS[name], random(), random()
    drawn = [operation.draw(first) for _ in range(50)]
    for document in drawn:
        validate_input(operation, document)
    assert drawn == [operation.draw(again) for _ in drawn]
    assert len(set(map(canonical, drawn))) > 10


def test_draws_hang_on_the_seed_alone_and_not_on_the_process():
    program = (
        "from random import Random\nfrom zlib import crc32\n"
        "from jarparity.answers import canonical\nfrom jarparity.registry import OPERATIONS\n"
        "for name, operation in OPERATIONS.items():\n"
        "    drawn = Random(name)\n"
        "    print(name, crc32(canonical([operation.draw(drawn) for _ in range(40)]).encode()))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) == len(OPERATIONS)


@every_operation
def test_hypothesis_draws_inputs_choice_by_choice(name):
    @settings(max_examples=10, database=None, deadline=None)
    @given(strategies.inputs(name))
    def check(document):
        validate_input(name, document)

    check()


@every_operation
def test_hand_written_cases_have_ids_of_words_and_inputs_of_their_own(name):
    cases = list(OPERATIONS[name].cases())
    assert len(cases) >= 5
    assert {case.operation for case in cases} == {name}
    assert [case.id for case in cases if not ID.fullmatch(case.id)] == []
    assert len({case.id for case in cases}) == len({canonical(case.input) for case in cases}) == len(cases)


def test_a_seed_gives_the_same_keys_on_every_python():
    drawn = random("every python")
    kinds = (*keys.SCALARS, *keys.COMPOSITES)
    text = canonical([keys.make(drawn, kind) for kind in kinds for _ in range(20)])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "d70cd2cb45ae7598"


@pytest.mark.parametrize("kind", KEYS)
def test_keys_of_one_type_are_of_that_type(kind):
    drawn = random()
    for _ in range(100):
        key = keys.of_type(drawn, kind)
        assert key["type"] == kind
        validate_input("flink.key.hash", {"key": key})


@pytest.mark.parametrize("kind", KEYS)
def test_any_keys_reach_every_type(kind):
    assert reaches(keys.any_key, lambda key: key["type"] == kind)


@pytest.mark.parametrize("types", [["lnog"], []])
def test_an_unknown_type_is_refused(types):
    with pytest.raises(ValueError, match=r"^no key type (lnog|given); write some of string, long"):
        strategies.keys(types)


def is_nan(bits):
    return bits & 0x7FFFFFFFFFFFFFFF > 0x7FF0000000000000


@pytest.mark.parametrize(
    "condition",
    [
        lambda bits: is_nan(bits) and bits != 0x7FF8000000000000,
        lambda bits: bits == 1 << 63,
        lambda bits: 0 < bits < 1 << 52,
        lambda bits: bits in {0x7FF << 52, 0xFFF << 52},
        lambda bits: bits >> 63 and is_nan(bits),
    ],
    ids=["nan-payload", "minus-zero", "subnormal", "infinity", "negative-nan"],
)
def test_doubles_reach_the_boundaries(condition):
    assert reaches(lambda drawn: keys.of_type(drawn, "double"), lambda key: condition(int(key["value"], 16)))


@pytest.mark.parametrize(
    "condition",
    [
        lambda s: any("\ud800" <= c < "\udc00" for c in s),
        lambda s: any("\udc00" <= c < "\ue000" for c in s),
        lambda s: any(c > "\uffff" for c in s),
        lambda s: "\ue000" <= s < "\U00010000",
        lambda s: string_hash(s) == -(2**31),
        lambda s: string_hash(s) == MURMUR_MINIMUM,
        lambda s: len(s) > 150,
        lambda s: s == "",
    ],
    ids=["lone-high", "lone-low", "supplementary", "above-surrogates", "hash-min", "murmur-min", "long", "empty"],
)
def test_strings_reach_the_boundaries(condition):
    assert reaches(texts.java_string, condition)


def test_strings_have_one_form():
    drawn = random()
    assert all(joined(text) == text for text in (texts.java_string(drawn) for _ in range(DRAWS)))


@pytest.mark.parametrize("name", ["java.hash-map.order", "java.hash-set.order"])
def test_histories_reach_all_that_happens_to_a_table(name):
    missing = {"tree", "list-again", "tree-split", "removal", *(f"table-of-{size}" for size in (32, 64, 128, 256))}

    def none_is_missing(document):
        missing.difference_update(HashTable(document["steps"]).events)
        return not missing

    assert reaches(OPERATIONS[name].draw, none_is_missing), missing


def test_parallelisms_are_those_of_jobs_and_others():
    for draw in (numbers.parallelism, numbers.max_parallelism):
        for condition in (lambda n: n == 32768, lambda n: n > 32768, lambda n: n == 0, lambda n: n < 0):
            assert reaches(draw, condition)
    drawn = random()
    assert all(1 <= numbers.limit(drawn) <= 32768 for _ in range(DRAWS))
    assert reaches(numbers.int32, lambda n: n == MURMUR_MINIMUM)


def test_no_label_of_a_boundary_value_stands_twice():
    def distinct(pairs):
        assert len(dict(pairs)) == len(pairs), [label for label, _ in pairs]
        return dict(pairs)

    text = (resources.files("jarparity.values.boundary") / "values.json").read_text("utf-8")
    assert json.loads(text, object_pairs_hook=distinct)


@pytest.mark.parametrize("rest", range(4))
def test_serialized_keys_reach_every_tail_with_high_bytes(rest):
    assert reaches(
        texts.serialized_key,
        lambda data: len(data) >= 4 and len(data) % 4 == rest and all(byte >= 0x80 for byte in data[-rest:]),
    )


def test_rows_reach_both_layouts_of_a_decimal_and_a_second_word_of_nulls():
    rows = fields.row
    assert reaches(rows, lambda row: any(field["type"] == "DECIMAL(18,18)" for field in row))
    assert reaches(rows, lambda row: any(field["type"].startswith("DECIMAL(19,") for field in row))
    assert reaches(rows, lambda row: len(row) > 56)


def test_a_choice_of_hypothesis_shrinks():
    quiet = settings(max_examples=2000, database=None, deadline=None, phases=[Phase.generate, Phase.shrink])
    smallest = find(strategies.inputs("kafka.assignor.range"), lambda group: len(group["members"]) > 1, settings=quiet)
    assert len(smallest["members"]) == 2


def test_every_key_type_is_placed_by_hand():
    for name in ("flink.key.hash", "flink.key-group.of-key", "flink.partitioner.channel"):
        assert {case.input["key"]["type"] for case in OPERATIONS[name].cases()} == set(KEYS)


def test_the_published_reports_are_there_with_their_sources():
    cases = OPERATIONS["kafka.partitioner.partition-for-key"].cases()
    assert {case.source: case.input for case in cases if case.source} == {
        report.source: {"bytes": report.text.encode().hex(), "partitions": report.partitions} for report in KAFKA_KEYS
    }


def test_the_collector_keeps_the_first_name_of_an_input_and_refuses_one_for_two():
    cases = Cases("x.y")
    cases.add("published/a", {"n": 1}, source="a/b#1")
    cases.add("edge/one", {"n": 1})
    assert [(case.id, case.source) for case in cases] == [("published/a", "a/b#1")]
    with pytest.raises(ValueError, match=r"x\.y: the id published/a names two inputs"):
        cases.add("published/a", {"n": 2})


FILES = [file for area in AREAS if area.folder and (file := area.folder / "cases.json").is_file()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_case_of_an_areas_file_is_a_case_of_the_operations_that_it_names(path):
    for group in json.loads(path.read_text("utf-8"))["groups"]:
        for name in group["operations"]:
            assert group["cases"].keys() <= {case.id for case in OPERATIONS[name].cases()}, name


def file_of(folder, *groups, **fields):
    path = folder / "cases.json"
    path.write_text(json.dumps({"schema": "jarparity-cases-1", "groups": groups, **fields}), "utf-8")
    return path


GROUP = {"operations": ["x.y"], "about": "Two numbers.", "source": "a/b#1", "cases": {"edge/one": {"n": 1}}}


def test_cases_of_a_file_are_those_of_the_operation_written_out(tmp_path):
    path = file_of(
        tmp_path,
        {**GROUP, "shared": {"n": 7, "m": 3}},
        {**GROUP, "operations": ["x.z"], "cases": {"edge/one": {"n": 2}}},
    )
    cases = Cases("x.y").read(path, lambda operation, document: {**document, "of": operation})
    (case,) = cases
    assert (case.id, case.input, case.source) == ("edge/one", {"n": 1, "m": 3, "of": "x.y"}, "a/b#1")


@pytest.mark.parametrize(
    ("group", "problem"),
    [
        ({**GROUP, "operations": ["x.z"]}, r"groups: none names x\.y; add one"),
        ({**GROUP, "case": {}}, r"groups\[0\]: Additional properties are not allowed \('case' was unexpected"),
        ({**GROUP, "cases": {"Edge": {}}}, r"groups\[0\]\.cases: 'Edge' does not match"),
        ({**GROUP, "cases": {"edge/one": [1]}}, r"groups\[0\]\.cases.*edge/one.*: \[1\] is not of type 'object'"),
    ],
    ids=["another-operation", "unknown-field", "id", "input"],
)
def test_a_damaged_file_of_cases_is_named_with_the_field(tmp_path, group, problem):
    with pytest.raises(CasesError, match=rf"cases\.json: {problem}"):
        Cases("x.y").read(file_of(tmp_path, group))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "no JSON at line 1, column 2: Expecting property name"),
        ("[]", r"the file: \[\] is not of type"),
        ('{"a": 1, "a": 2}', "an object of the JSON has 'a' twice: write each name once"),
    ],
)
def test_what_is_no_file_of_cases_is_named(tmp_path, text, problem):
    path = tmp_path / "cases.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CasesError, match=rf"cases\.json: .*{problem}"):
        Cases("x.y").read(path)


@pytest.mark.parametrize("assignor", ["sticky", "cooperative-sticky"])
def test_groups_are_drawn_whose_members_all_claim_the_same(assignor):
    def claimed_by_all(group):
        return group["topics"] == {"t": 3} and len(group["members"]) >= 3

    assert reaches(OPERATIONS[f"kafka.assignor.{assignor}"].draw, claimed_by_all)


def test_histories_are_drawn_with_topics_of_one_hash_code():
    assert reaches(OPERATIONS["kafka.assignor.rebalances"].draw, lambda history: {"Aa", "BB"} <= set(history["topics"]))


@pytest.mark.parametrize(
    ("text", "is_lone"),
    [
        ("a", False),
        ("\ud800", True),
        ("\udcaa\ud83d", True),
        ("\U0001f600", False),
        ("\ud83d\ude00", False),
        (r"C:\udcaa", False),
        (r"\\ud800", False),
        ("\\\ud800", True),
    ],
)
def test_half_of_a_surrogate_pair_is_told_from_text_that_looks_like_its_escape(text, is_lone):
    assert has_lone_surrogate(canonical({"key": [text]})) == is_lone
