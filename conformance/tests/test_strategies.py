import json
from contextlib import suppress

import pytest
from hash_table import HashTable
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from jarparity import strategies
from jarparity.catalogue import OPERATIONS
from jarparity.catalogue.schema import validate_input
from jarparity.edges import KEYS, MURMUR_MINIMUM
from jarparity.utf16 import joined, string_hash

EXHAUSTIVE = settings(max_examples=20_000, database=None, deadline=None, derandomize=True)
UNSHRUNK = settings(EXHAUSTIVE, max_examples=3000, phases=[Phase.generate])


def reaches(strategy, condition):
    return find(strategy, condition, settings=UNSHRUNK)


def shrinks(strategy, condition):
    return find(strategy, condition, settings=EXHAUSTIVE)


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operations_strategy_gives_legal_inputs_only(name):
    @settings(max_examples=75, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(OPERATIONS[name].load_strategy())
    def check(document):
        validate_input(name, document)
        assert json.loads(json.dumps(document)) == document

    check()


@pytest.mark.parametrize("kind", KEYS)
def test_keys_of_one_type_are_of_that_type(kind):
    @settings(max_examples=80, database=None, deadline=None)
    @given(strategies.keys([kind]))
    def check(key):
        assert key["type"] == kind
        validate_input("flink.key.hash", {"key": key})

    check()


def test_keys_have_every_type_with_a_hash_code_and_no_other():
    wanted = set(KEYS) - {"null", "bytes", "enum"}
    seen = set()

    @settings(max_examples=400, database=None, deadline=None, derandomize=True)
    @given(strategies.keys())
    def collect(key):
        seen.add(key["type"])

    collect()
    assert seen == wanted


@pytest.mark.parametrize("types", [["lnog"], []])
def test_an_unknown_type_is_refused(types):
    with pytest.raises(ValueError, match=r"^no key type (lnog|given); write some of string, long"):
        strategies.keys(types)


@pytest.mark.parametrize("kind", ["null", "bytes", "enum"])
def test_any_keys_reach_what_is_refused(kind):
    assert reaches(strategies.any_keys(), lambda key: key["type"] == kind)["type"] == kind


@pytest.mark.parametrize("kind", ["tuple", "list"])
def test_any_keys_reach_identities_inside(kind):
    inside = shrinks(
        strategies.any_keys(),
        lambda key: key["type"] == kind and any(item["type"] in {"bytes", "enum"} for item in key["value"]),
    )
    assert len(inside["value"]) == 1


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
def test_doubles_reach_the_edges(condition):
    reaches(strategies.doubles(), lambda key: condition(int(key["value"], 16)))


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
def test_strings_reach_the_edges(condition):
    reaches(strategies.java_strings(), condition)


@given(strategies.java_strings())
def test_strings_have_one_form(text):
    assert joined(text) == text


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.sampled_from(["Aa", "BB"])] * n)))
def test_the_colliding_family_collides(parts):
    assert string_hash("".join(parts)) == string_hash("Aa" * len(parts))


@pytest.mark.parametrize("name", ["hash_map_histories", "hash_set_histories"])
def test_histories_reach_all_that_happens_to_a_table(name):
    missing = {"tree", "list-again", "tree-split", "removal", *(f"table-of-{size}" for size in (32, 64, 128, 256))}

    def none_is_missing(document):
        missing.difference_update(HashTable(document["steps"]).events)
        return not missing

    with suppress(NoSuchExample):
        reaches(getattr(strategies, name)(), none_is_missing)
    assert missing == set()


@pytest.mark.parametrize("kind", ["string", "topic-partition"])
def test_histories_reach_trees_of_both_key_types(kind):
    reaches(
        strategies.hash_map_histories(),
        lambda document: document["steps"]
        and document["steps"][0]["key"]["type"] == kind
        and "tree" in HashTable(document["steps"]).events,
    )


def test_a_history_shrinks_to_few_steps():
    smallest = shrinks(
        strategies.hash_map_histories(), lambda document: "computeIfAbsent" in {s["op"] for s in document["steps"]}
    )
    assert len(smallest["steps"]) == 1


def test_decimals_reach_both_layouts_signs_and_full_width():
    for condition in (
        lambda field: field["type"] == "DECIMAL(18,18)",
        lambda field: field["type"].startswith("DECIMAL(19,") and field["value"].startswith("-"),
        lambda field: field["value"].replace(".", "").lstrip("0") == "9" * 38,
    ):
        reaches(strategies.decimals(), condition)


def test_parallelisms_are_legal_and_hostile():
    for strategy in (strategies.parallelisms(), strategies.max_parallelisms()):
        for condition in (lambda n: n == 32768, lambda n: n > 32768, lambda n: n == 0, lambda n: n < 0):
            reaches(strategy, condition)
        assert shrinks(strategy, lambda n: n > 2 and n & (n - 1)) == 3


@settings(max_examples=500, derandomize=True)
@given(strategies.legal_parallelisms())
def test_legal_parallelisms_are_legal(parallelism):
    assert 1 <= parallelism <= 32768


def test_murmurs_minimum_is_reached_through_numbers():
    assert reaches(strategies.int32s(), lambda n: n == MURMUR_MINIMUM) == MURMUR_MINIMUM
    reaches(
        strategies.longs(),
        lambda key: (int(key["value"]) ^ int(key["value"]) >> 32) & 0xFFFFFFFF == MURMUR_MINIMUM & 0xFFFFFFFF,
    )


@pytest.mark.parametrize("rest", range(4))
def test_serialized_keys_reach_every_tail_with_high_bytes(rest):
    reaches(
        strategies.serialized_keys(),
        lambda data: len(data) >= 4 and len(data) % 4 == rest and all(byte >= 0x80 for byte in data[-rest:]),
    )


def test_minimal_keys_are_plain():
    assert shrinks(strategies.keys(["long"]), lambda key: int(key["value"]) < 0)["value"] == "-1"
    assert len(shrinks(strategies.keys(["string"]), lambda key: len(key["value"]) > 1)["value"]) == 2
    smallest = shrinks(strategies.keys(["tuple"]), lambda key: len(key["value"]) == 2)
    assert len(json.dumps(smallest)) < 120
