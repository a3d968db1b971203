import hashlib
import json

import numpy as np
import pytest
from click.testing import CliRunner

from jarparity import data
from jarparity.cli import main
from jarparity.columns import Column
from jarparity.ports import PortInfo
from jarparity.ports.load import open_port
from jarparity.prove import digests, prover
from jarparity.prove.domains import DOMAINS, LARGEST

HASHES = DOMAINS["flink.math.murmur-hash"]
RANGES = DOMAINS["flink.key-group.range-of-operator"]


def rows_of(domain, block):
    return domain.column(block).data.view("<i4").reshape(block.rows, -1)


@pytest.fixture(scope="module")
def recorded():
    return {name: digests.read(digests.path_of(data.fixtures(), name), domain) for name, domain in DOMAINS.items()}


class MaskedPort:
    """copartition with the sign rule that half of all ports have."""

    info = PortInfo("masked", "1", "python", ("*",))

    def __init__(self, *, bulk=True):
        self._port, self._bulk = open_port(), bulk

    def bulk(self, operation, parameters, column, width=1):
        answers = self._port.bulk(operation, parameters, column, width)
        return np.where(column.array() == 77, 5, answers).astype(np.int32) if self._bulk else None

    def replies(self, operation, line, inputs):
        return self._port.replies(operation, line, inputs)


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=lambda domain: domain.operation)
def test_blocks_have_the_rows_that_they_name(domain):
    blocks = domain.blocks()
    assert len({block.name for block in blocks}) == len(blocks)
    for block in (blocks[0], blocks[130 % len(blocks)], blocks[-1]):
        assert domain.column(block).rows == block.rows == len(rows_of(domain, block))


def test_all_hashes_are_covered_once():
    firsts = [block.arguments[0] for block in HASHES.blocks()]
    assert firsts == list(range(-(2**31), 2**31, 2**20))
    values = HASHES.column(HASHES.blocks()[0]).array()
    assert (values[0], values[-1]) == (-(2**31), -(2**31) + 2**20 - 1)


def test_every_parallelism_is_covered_once():
    for domain in (RANGES, DOMAINS["flink.key-group.operator-of-group"]):
        covered = {}
        for block in domain.blocks():
            maximum, first, last = block.arguments
            covered.setdefault(maximum, []).extend(range(first, last + 1))
        assert set(covered) == {*range(1, 1025), 2048, 4096, 8192, 16384, LARGEST}
        assert all(parallelisms == list(range(1, maximum + 1)) for maximum, parallelisms in covered.items())


def test_the_order_within_a_block():
    block = next(b for b in RANGES.blocks() if b.arguments == (3, 1, 3))
    assert rows_of(RANGES, block).tolist() == [[3, 1, 0], [3, 2, 0], [3, 2, 1], [3, 3, 0], [3, 3, 1], [3, 3, 2]]
    groups = DOMAINS["flink.key-group.operator-of-group"]
    block = next(b for b in groups.blocks() if b.arguments == (2, 1, 2))
    assert rows_of(groups, block).tolist() == [[0, 2, 1], [1, 2, 1], [0, 2, 2], [1, 2, 2]]


def test_a_digest_is_that_of_little_endian_int32():
    assert digests.digest(np.array([1, -1], np.int32)) == hashlib.sha256(b"\x01\0\0\0\xff\xff\xff\xff").hexdigest()


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=lambda domain: domain.operation)
def test_copartition_has_the_recorded_digests(domain, recorded):
    blocks = [domain.blocks()[i] for i in (0, len(domain.blocks()) // 2, -1)]
    answers = prover.port_answers(open_port(), domain, blocks)
    findings = list(prover.compare_digests(domain, blocks, answers, recorded[domain.operation], None))
    assert [type(f) for f in findings] == [prover.Equal] * 3


def test_one_wrong_answer_in_a_block_is_found_without_a_jvm(recorded):
    blocks = [b for b in HASHES.blocks() if b.name in ("-1048576", "0")]
    wrong = prover.port_answers(MaskedPort(), HASHES, blocks)
    witness = prover.port_answers(open_port(), HASHES, blocks)
    good, bad = prover.compare_digests(HASHES, blocks, wrong, recorded[HASHES.operation], witness)
    assert isinstance(good, prover.Equal)
    assert (bad.wrong, bad.input, bad.got) == (1, {"value": 77}, 5)
    assert bad.expected == int(witness(blocks[1])[77])


def test_a_witness_is_believed_only_with_the_recorded_digest(recorded):
    blocks = [b for b in HASHES.blocks() if b.name == "0"]
    wrong = prover.port_answers(MaskedPort(), HASHES, blocks)
    (finding,) = prover.compare_digests(HASHES, blocks, wrong, recorded[HASHES.operation], wrong)
    assert finding == prover.Unequal(blocks[0])


def test_a_port_without_a_bulk_form_is_asked_one_by_one_or_refused(recorded):
    single = MaskedPort(bulk=False)
    small = [b for b in RANGES.blocks() if b.arguments[0] <= 20]
    answers = prover.port_answers(single, RANGES, small)
    findings = list(prover.compare_digests(RANGES, small, answers, recorded[RANGES.operation], None))
    assert all(isinstance(f, prover.Equal) for f in findings)
    with pytest.raises(prover.NoBulkFormError, match="4,294,967,296 inputs are too many to ask one by one"):
        prover.port_answers(single, HASHES, HASHES.blocks())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda lines: lines[:-1], "2387 blocks where the domain has 2388: truncated?"),
        (lambda lines: [lines[0], lines[2], *lines[2:]], ":2: expected block 'max-1/parallelism-1-1'"),
        (lambda lines: [lines[0], lines[1][:-9], *lines[2:]], ":2: not JSON"),
        (lambda lines: [lines[0].replace("range", "ranges"), *lines[1:]], ":1: expected a header"),
        (lambda lines: [], ":1: expected a header"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(damage, message, tmp_path):
    name = RANGES.operation
    lines = digests.path_of(data.fixtures(), name).read_text().splitlines()
    broken = tmp_path / "complete" / f"{name}.jsonl"
    broken.parent.mkdir()
    broken.write_text("".join(f"{line}\n" for line in damage(lines)))
    with pytest.raises(ValueError, match=name) as refused:
        digests.read(broken, RANGES)
    assert message in str(refused.value)


def test_writing_is_whole_and_byte_identical(recorded, tmp_path):
    path = digests.path_of(tmp_path, RANGES.operation)
    digests.write(path, RANGES, recorded[RANGES.operation])
    assert path.read_bytes() == digests.path_of(data.fixtures(), RANGES.operation).read_bytes()
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_the_command_says_what_was_compared():
    arguments = ["prove", HASHES.operation, "--reference", "golden", "--blocks", "4095"]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "copartition: equal on 1,048,576 of 1,048,576 inputs" in shown.output
    assert "reference: golden digests (flink 1.16.3, flink 1.20.5, flink 2.1.3, flink 2.3.0)" in shown.output


def test_digests_name_the_jars_that_gave_them(recorded):
    lock = json.loads((data.fixtures() / "originals.lock.json").read_text())["lines"]
    for found in recorded.values():
        assert found.originals == {line: lock[line] for line in found.originals}


def test_a_column_of_ints_keeps_its_rows():
    assert Column.of_rows(np.array([[1, 2], [3, 4]])).data.view("<i4").tolist() == [1, 2, 3, 4]
