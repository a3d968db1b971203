import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings

from jarparity import registry
from jarparity.answers import canonical
from jarparity.check.drawing import MOST, Chunk, chunks
from jarparity.validation import validate_input

SEEDED = "kafka.assignor.range"
COLUMNS = "flink.key-group.of-key"
STRATEGY = "flink.key-group.check-parallelism"


def text(chunk, seed=5):
    return canonical(chunk.draw(seed))


@settings(max_examples=5, database=None)
@given(registry.operation("java.hash-map.order").batches())
def test_an_example_of_the_search_has_sixteen_inputs_that_hypothesis_does_not_write_down(batch):
    assert repr(batch) == "16 inputs"
    for document in batch:
        validate_input(registry.operation("java.hash-map.order"), document)


@pytest.mark.parametrize("name", [SEEDED, COLUMNS, STRATEGY])
@pytest.mark.parametrize("number", [0, 7])
def test_inputs_are_the_operations_own(name, number):
    operation = registry.operation(name)
    inputs = Chunk(operation, number, 20).draw(5)
    assert len(inputs) == 20
    for document in inputs:
        validate_input(operation, document)


@pytest.mark.parametrize("name", [SEEDED, COLUMNS, STRATEGY])
def test_chunks_and_seeds_have_inputs_of_their_own(name):
    operation = registry.operation(name)
    texts = [text(Chunk(operation, number, 20), seed) for number in (0, 1, 7, 15) for seed in (5, 6)]
    assert len(set(texts)) == len(texts)


def test_another_process_with_other_modules_draws_the_same():
    script = (
        "import jarparity.models, jarparity.cli.check\n"
        "from jarparity import registry\nfrom jarparity.answers import canonical\n"
        "from jarparity.check.drawing import Chunk\n"
        f"for name in {[STRATEGY, COLUMNS, SEEDED]}:\n"
        "    for number in (7, 0):\n"
        "        print(canonical(Chunk(registry.operation(name), number, 20).draw(5)))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    here = [text(Chunk(registry.operation(n), k, 20)) for n in (STRATEGY, COLUMNS, SEEDED) for k in (7, 0)]
    assert run.stdout.splitlines() == here


def test_a_strategy_with_few_inputs_repeats_them():
    operation = registry.operation("java.string.hash")
    drawn = Chunk(operation, 0, 5).draw(1)
    assert len(drawn) == 5


@pytest.mark.parametrize("cases", [1, 49, 5000])
def test_chunks_hold_so_many_cases_of_each_operation(cases):
    operations = [registry.operation(name) for name in (SEEDED, COLUMNS, STRATEGY)]
    found = list(chunks(operations, cases))
    for operation in operations:
        mine = [chunk for chunk in found if chunk.operation.name == operation.name]
        assert sum(chunk.size for chunk in mine) == cases
        assert [chunk.number for chunk in mine] == list(range(len(mine)))
        assert all(0 < chunk.size <= MOST for chunk in mine)


def test_more_cases_leave_the_first_chunks_as_they_are():
    operations = [registry.operation(SEEDED)]
    few, many = list(chunks(operations, 1000)), list(chunks(operations, 3000))
    assert many[: len(few)] == few


def test_no_list_is_longer_than_hypothesis_can_draw():
    keyed_state = registry.operation("flink.rescale.keyed-state")
    drawn = [keyed_state.draw(Random(seed)) for seed in range(2000)]  # noqa: S311 - reproducible
    refused = [document for document in drawn if document["oldParallelism"] > 32_768]
    assert max(len(document.get("finished", ())) for document in refused) < 100
