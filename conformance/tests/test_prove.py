import hashlib
import json
import threading

import numpy as np
import pytest

from jarparity import data
from jarparity.answers import Error, NoAnswer, Skip, Value
from jarparity.areas.flink_groups.domains import LARGEST
from jarparity.columns import Column
from jarparity.domains import ColumnDomain
from jarparity.fixtures import sums
from jarparity.fixtures.format import FixtureError
from jarparity.measures.prove import digests, prover
from jarparity.measures.prove.arbiter import Arbiter, model_answers
from jarparity.measures.prove.asking import Numbers, oracle_answers
from jarparity.measures.prove.digests import DOMAINS
from jarparity.ports import PortInfo
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

HASHES = DOMAINS["flink.math.murmur-hash"]
RANGES = DOMAINS["flink.key-group.range-of-operator"]
GROUPS = DOMAINS["flink.key-group.operator-of-group"]
OF_COLUMNS = [domain for domain in DOMAINS.values() if isinstance(domain, ColumnDomain)]
NO_ARBITER = Arbiter(None, None)


def rows_of(domain, block):
    return domain.column(block).data.view("<i4").reshape(block.rows, -1)


@pytest.fixture(scope="module")
def recorded():
    return {d.operation: digests.read(digests.path_of(data.fixtures(), d.operation), d) for d in OF_COLUMNS}


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


@pytest.mark.parametrize("domain", OF_COLUMNS, ids=lambda domain: domain.operation)
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
    assert Numbers(np.array([1, -1], np.int32)).digest() == hashlib.sha256(b"\x01\0\0\0\xff\xff\xff\xff").hexdigest()


@pytest.mark.parametrize("domain", OF_COLUMNS, ids=lambda domain: domain.operation)
def test_copartition_has_the_recorded_digests(domain, recorded):
    blocks = [domain.blocks()[i] for i in (0, len(domain.blocks()) // 2, -1)]
    answers = prover.port_answers(open_port(), domain, blocks)
    findings = list(prover.compare_digests(domain, blocks, answers, recorded[domain.operation].of(), NO_ARBITER))
    assert [type(f) for f in findings] == [prover.Equal] * 3


def test_one_wrong_answer_in_a_block_is_found_without_a_jvm(recorded):
    blocks = [b for b in HASHES.blocks() if b.name in ("-1048576", "0")]
    wrong = prover.port_answers(MaskedPort(), HASHES, blocks)
    oracle = oracle_answers(open_port(), HASHES)
    good, bad = prover.compare_digests(HASHES, blocks, wrong, recorded[HASHES.operation].of(), Arbiter(oracle, None))
    assert isinstance(good, prover.Equal)
    assert (bad.wrong, bad.input, bad.got) == (1, {"value": 77}, 5)
    assert bad.expected == int(oracle(blocks[1]).numbers[77])


def small_block(domain=RANGES):
    return next(b for b in domain.blocks() if b.arguments == (3, 1, 3))


def edited(recorded, block):
    return {**recorded.of(), block.name: "0" * 64}


class SinglePort:
    """copartition, one by one, with one answer changed by `change(document, reply)`."""

    def __init__(self, change, operations=("*",)):
        self._port, self._change = open_port(), change
        self.info = PortInfo("single", "1", "python", operations)
        self.threads = set()

    def bulk(self, operation, parameters, column, width=1):
        self.threads.add(threading.get_ident())

    def replies(self, operation, line, inputs):
        self.threads.add(threading.get_ident())
        for document, reply in zip(inputs, self._port.replies(operation, line, inputs), strict=True):
            yield self._change(document, reply)


ODD = {"maxParallelism": 3, "parallelism": 2, "operator": 1}
RIGHT = {"start": 2, "end": 2}


def judged(port, domain=RANGES, block=None, arbiter=(None, None), recorded=None):
    block = block or small_block(domain)
    answers = prover.port_answers(port, domain, [block])
    recorded = recorded or digests.read(digests.path_of(data.fixtures(), domain.operation), domain).of()
    (finding,) = prover.compare_digests(domain, [block], answers, recorded, Arbiter(*arbiter))
    return finding


WRONG_REPLIES = [
    (Value({"start": 2 + 2**32, "end": 2}), {"start": 2 + 2**32, "end": 2}),
    (Value({"start": 2.0, "end": 2}), {"start": 2.0, "end": 2}),
    (Value({"start": 2, "end": 2, "more": 0}), {"start": 2, "end": 2, "more": 0}),
    (Value({"start": 2}), {"start": 2}),
    (Value([2, 2]), [2, 2]),
    (Value(None), None),
    (Value("2"), "2"),
    (Value({"start": 2**70, "end": 2}), {"start": 2**70, "end": 2}),
    (Error("RuntimeError", "boom"), {"error": {"kind": "RuntimeError", "message": "boom"}}),
    (Skip("later"), {"skipped": "later"}),
    (NoAnswer("timed out", "10 s"), {"fault": {"reason": "timed out", "detail": "10 s"}}),
]


@pytest.mark.parametrize(("reply", "got"), WRONG_REPLIES, ids=lambda value: str(value)[:30])
def test_an_answer_that_is_not_exactly_int32_is_a_wrong_input(reply, got):
    port = SinglePort(lambda document, right: reply if document == ODD else right)
    finding = judged(port, arbiter=(oracle_answers(open_port(), RANGES), None))
    assert finding == prover.Unequal(small_block(), 1, ODD, RIGHT, got)
    (live,) = prover.compare(
        RANGES,
        [small_block()],
        prover.port_answers(port, RANGES, [small_block()]),
        oracle_answers(open_port(), RANGES),
    )
    assert live == finding


def test_true_is_no_number():
    port = SinglePort(lambda document, right: Value(right.value == 1) if document["maxParallelism"] == 2 else right)
    block = next(b for b in GROUPS.blocks() if b.arguments == (2, 1, 2))
    finding = judged(port, GROUPS, block, (oracle_answers(open_port(), GROUPS), None))
    assert (finding.wrong, finding.got, finding.expected) == (4, False, 0)


def test_a_wrong_answer_is_a_finding_even_where_the_true_one_is_not_known():
    finding = judged(SinglePort(lambda document, right: Value(None) if document == ODD else right))
    assert (finding.wrong, finding.input, finding.expected, finding.got) == (1, ODD, None, None)
    assert finding.reason


@pytest.mark.parametrize(
    ("replies", "reason"),
    [
        (lambda inputs: (1 // 0 for _ in inputs), "threw ZeroDivisionError after 0 of 6 answers"),
        (lambda inputs: [Value(RIGHT)] * (len(inputs) - 1), "gave 5 of the 6 answers"),
        (lambda inputs: [Value(RIGHT)] * (len(inputs) + 1), "gave more than the 6 answers"),
    ],
)
def test_a_port_that_breaks_is_a_finding(replies, reason):
    port = SinglePort(None)
    port.replies = lambda operation, line, inputs: replies(inputs)
    finding = judged(port)
    assert isinstance(finding, prover.Unequal)
    assert reason in finding.reason


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        (lambda: 1 // 0, "threw ZeroDivisionError"),
        (lambda: np.zeros(12, np.int64) + 2**40, "beyond 32 bits"),
        (lambda: np.zeros(3, np.int32), "3 numbers where 12 were due"),
        (lambda: None, "NoneType"),
    ],
)
def test_a_bulk_form_that_breaks_is_a_finding(form, reason):
    port = CallablePort(type("Port", (), {"operations": {}, "bulk": {RANGES.operation: lambda *_: form()}}))
    finding = judged(port)
    assert isinstance(finding, prover.Unequal)
    assert reason in finding.reason


def test_a_bulk_form_of_another_type_is_a_finding():
    port = MaskedPort()
    port.bulk = lambda *_, **__: np.zeros(12, np.float64)
    assert "12 of float64, where 12 of int32 were due" in judged(port).reason


def test_a_port_is_asked_from_one_thread():
    blocks = [b for b in RANGES.blocks() if b.arguments[0] <= 12]
    port = SinglePort(lambda _, right: right)
    answers = prover.port_answers(port, RANGES, blocks)
    recorded = digests.read(digests.path_of(data.fixtures(), RANGES.operation), RANGES).of()
    findings = list(prover.compare_digests(RANGES, blocks, answers, recorded, NO_ARBITER))
    findings += prover.compare(RANGES, blocks, answers, oracle_answers(open_port(), RANGES))
    assert {type(f) for f in findings} == {prover.Equal}
    assert port.threads == {threading.get_ident()}


def test_a_bulk_form_is_asked_from_one_thread():
    threads = set()
    port = MaskedPort()
    honest = open_port()

    def bulk(*arguments):
        threads.add(threading.get_ident())
        return honest.bulk(*arguments)

    port.bulk = bulk
    blocks = [b for b in RANGES.blocks() if b.arguments[0] <= 40]
    answers = prover.port_answers(port, RANGES, blocks)
    assert len(list(prover.compare(RANGES, blocks, answers, oracle_answers(honest, RANGES)))) == 40
    assert threads == {threading.get_ident()}


def test_a_port_without_the_operation_is_refused_before_it_is_asked():
    port = SinglePort(lambda _, right: right, ("kafka.*",))
    with pytest.raises(prover.NotOfferedError, match=r"single doesn't have flink\.key-group\.range-of-operator"):
        prover.port_answers(port, RANGES, [small_block()])


def test_an_edited_digest_is_not_blamed_on_the_port(recorded):
    block = small_block()
    right = SinglePort(lambda _, reply: reply)
    file = edited(recorded[RANGES.operation], block)
    oracle, model = oracle_answers(open_port(), RANGES), model_answers(RANGES)
    for arbiter in ((oracle, model), (oracle, None), (None, model)):
        finding = judged(right, RANGES, block, arbiter, file)
        assert isinstance(finding, prover.Doubtful)
        assert "the recorded digest looks edited: the port and " in finding.reason


def test_an_edited_digest_and_a_wrong_port(recorded):
    block = small_block()
    wrong = SinglePort(lambda document, reply: Value({"start": 0, "end": 0}) if document == ODD else reply)
    file = edited(recorded[RANGES.operation], block)
    oracle, model = oracle_answers(open_port(), RANGES), model_answers(RANGES)
    finding = judged(wrong, RANGES, block, (oracle, model), file)
    assert "looks edited: copartition and the kit's model agree on another" in finding.reason
    finding = judged(wrong, RANGES, block, (oracle, None), file)
    assert isinstance(finding, prover.Doubtful)
    assert "no answer can be believed" in finding.reason


def test_an_oracle_that_is_as_wrong_as_the_port_is_outvoted_by_the_model_and_the_file(recorded):
    block = small_block()
    wrong = SinglePort(lambda document, reply: Value({"start": 0, "end": 0}) if document == ODD else reply)
    arbiter = (oracle_answers(wrong, RANGES), model_answers(RANGES))
    finding = judged(wrong, RANGES, block, arbiter, recorded[RANGES.operation].of())
    assert finding == prover.Unequal(block, 1, ODD, RIGHT, {"start": 0, "end": 0})


def test_an_oracle_is_believed_only_with_the_recorded_digest(recorded):
    blocks = [b for b in HASHES.blocks() if b.name == "0"]
    wrong = prover.port_answers(MaskedPort(), HASHES, blocks)
    arbiter = Arbiter(oracle_answers(MaskedPort(), HASHES), None)
    (finding,) = prover.compare_digests(HASHES, blocks, wrong, recorded[HASHES.operation].of(), arbiter)
    assert isinstance(finding, prover.Doubtful)


@pytest.mark.parametrize("domain", [RANGES, GROUPS], ids=lambda domain: domain.operation)
def test_the_model_can_bear_oracle(domain, recorded):
    block = small_block(domain)
    assert model_answers(domain)(block).digest() == recorded[domain.operation].of()[block.name]


def test_a_port_without_a_bulk_form_is_asked_one_by_one_or_refused(recorded):
    single = MaskedPort(bulk=False)
    small = [b for b in RANGES.blocks() if b.arguments[0] <= 20]
    answers = prover.port_answers(single, RANGES, small)
    findings = list(prover.compare_digests(RANGES, small, answers, recorded[RANGES.operation].of(), NO_ARBITER))
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
        (lambda lines: [lines[0].replace("flink 1.16.3", "nonsense"), *lines[1:]], ':1: "nonsense" is the name of no'),
        (lambda lines: [lines[0].replace("sha256:", "md5:"), *lines[1:]], ":1: `originals` has for every line"),
        (lambda lines: [lines[0].replace('"blocks":2388', '"blocks":2387'), *lines[1:]], ":1: `blocks` is 2387"),
        (lambda lines: [lines[0].replace("every max", "any max"), *lines[1:]], ":1: `order` is not the domain's"),
        (lambda lines: [lines[0].replace('"originals"', '"original"'), *lines[1:]], ":1: a header has exactly"),
        (lambda lines: [lines[0], lines[1][:-6] + 'xyz!"}', *lines[2:]], ":2: a sha256 is 64 hexadecimal digits"),
        (lambda lines: [lines[0], lines[1].replace('"rows":1', '"rows":true'), *lines[2:]], ":2: expected block"),
        (lambda lines: [lines[0], "[" * 100000, *lines[2:]], ":2: not JSON"),
        (lambda lines: [lines[0], "7", *lines[2:]], ":2: expected an object"),
        (lambda lines: [lines[0], lines[1] + "\u00e9", *lines[2:]], ":2: fixtures are ASCII"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(damage, message, tmp_path):
    name = RANGES.operation
    lines = digests.path_of(data.fixtures(), name).read_text().splitlines()
    broken = tmp_path / "complete" / f"{name}.jsonl"
    broken.parent.mkdir()
    broken.write_text("".join(f"{line}\n" for line in damage(lines)), "utf-8")
    with pytest.raises(FixtureError) as refused:
        digests.read(broken, RANGES)
    assert str(refused.value).startswith(f"{broken}:")
    assert message in str(refused.value)


def test_no_file_is_said(tmp_path):
    with pytest.raises(FixtureError, match="no digests are recorded"):
        digests.read(digests.path_of(tmp_path, RANGES.operation), RANGES)


def test_a_file_that_is_cut_off_is_named_with_its_line(tmp_path):
    whole = digests.path_of(data.fixtures(), RANGES.operation).read_bytes()
    broken = tmp_path / "complete" / f"{RANGES.operation}.jsonl"
    broken.parent.mkdir()
    broken.write_bytes(whole[:-1])
    with pytest.raises(FixtureError, match=r"jsonl:2389: the last line is cut off"):
        digests.read(broken, RANGES)


def test_writing_is_whole_and_byte_identical(recorded, tmp_path):
    path = digests.path_of(tmp_path, RANGES.operation)
    digests.write(path, RANGES, recorded[RANGES.operation])
    assert path.read_bytes() == digests.path_of(data.fixtures(), RANGES.operation).read_bytes()
    assert {p.name for p in path.parent.iterdir()} == {path.name, sums.FILE}


def test_digests_name_the_jars_that_gave_them(recorded):
    lock = json.loads((data.fixtures() / "originals.lock.json").read_text())["lines"]
    for found in recorded.values():
        assert found.originals == {line: lock[line] for line in found.originals}


def test_a_column_of_ints_keeps_its_rows():
    assert Column.of_rows(np.array([[1, 2], [3, 4]])).data.view("<i4").tolist() == [1, 2, 3, 4]
