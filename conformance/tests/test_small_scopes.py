"""Exhaustive small scopes: what they hold, in which order, and that a port wrong somewhere in them is found out."""

import hashlib
import json
import math
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity import data, registry
from jarparity.answers import Error, NoAnswer, Skip, Value, canonical
from jarparity.cli import main
from jarparity.domains import ROWS_A_BLOCK, Part, SmallScope
from jarparity.faults.ports import wrong_port
from jarparity.fixtures.format import FixtureError
from jarparity.lines import Line
from jarparity.measures.prove import complete, digests, prover
from jarparity.measures.prove.arbiter import Arbiter, model_answers
from jarparity.measures.prove.asking import Numbers, Texts, differing, oracle_answers
from jarparity.measures.prove.digests import DOMAINS, blocks_of, lines_of
from jarparity.originals.lock import read_lock
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port
from jarparity.validation import validate_input

SCOPES = [domain for domain in DOMAINS.values() if isinstance(domain, SmallScope)]
RANGE = DOMAINS["kafka.assignor.range"]
NEWEST = Line.parse("kafka-clients 4.4.0")
LOCK = read_lock().lines
PAGE = Path(__file__).parents[2] / "docs" / "complete-digests.md"

of_every_scope = pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: scope.operation)


def recorded_of(scope):
    return digests.read(digests.path_of(data.fixtures(), scope.operation), scope)


def block_of(scope, name):
    return next(block for block in scope.blocks() if block.name == name)


def part_of(scope, name):
    return next(part for part in scope.parts if part.name == name)


def test_a_part_is_a_product_in_the_order_of_nested_loops():
    part = Part("p", ("ab", (0, 1, 2)), lambda letter, digit: [letter, digit])
    assert [part.document(n) for n in range(part.size)] == [["a", 0], ["a", 1], ["a", 2], ["b", 0], ["b", 1], ["b", 2]]
    assert Part("nothing to choose", (), lambda: 7).document(0) == 7


def test_blocks_are_pieces_of_parts():
    parts = (Part("p", (range(ROWS_A_BLOCK + 1),), lambda n: n), Part("q", (), lambda: "x", "3.4.0"))
    scope = SmallScope("kafka.assignor.range", "in order", parts)
    assert [(b.name, b.rows, b.since) for b in scope.blocks()] == [
        ("p/0", ROWS_A_BLOCK, None),
        (f"p/{ROWS_A_BLOCK}", 1, None),
        ("q/0", 1, "3.4.0"),
    ]
    assert [scope.documents(b)[-1] for b in scope.blocks()] == [ROWS_A_BLOCK - 1, ROWS_A_BLOCK, "x"]
    assert [b.name for b in blocks_of(scope.blocks(), Line.parse("kafka-clients 3.3.2"))][-1] == f"p/{ROWS_A_BLOCK}"
    assert blocks_of(scope.blocks(), NEWEST) == scope.blocks()


@of_every_scope
def test_every_part_holds_legal_inputs_of_the_lines_that_it_names(scope):
    operation = registry.operation(scope.operation)
    having = [line for line in map(Line.parse, LOCK) if operation.has(line)]
    assert len({part.name for part in scope.parts}) == len(scope.parts)
    for part in scope.parts:
        for number in {0, part.size // 2, part.size - 1}:
            document = part.document(number)
            validate_input(operation, document)
            blocks = [b for b in scope.blocks() if scope.parts[b.arguments[0]] is part]
            eligible = [line for line in having if blocks_of(blocks, line)]
            assert operation.eligible_lines(eligible, document) == eligible, part.name


@of_every_scope
def test_no_input_stands_twice_in_a_part(scope):
    for part in sorted(scope.parts, key=lambda part: part.size)[-40::10]:
        step = max(1, part.size // 200)
        inputs = {canonical(part.document(number)) for number in range(0, part.size, step)}
        assert len(inputs) == math.ceil(part.size / step), part.name


def sections():
    """The page's Python examples, by the heading above them."""
    found = re.findall(r"\n### ([^\n]+)\n.*?```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return dict(found)


@pytest.mark.parametrize(
    ("heading", "operation", "part"),
    [
        ("Consumer groups", "kafka.assignor.sticky", "owned/2/t-1/u-2"),
        ("Groups of a coordinator", "kafka.group.assignor.uniform", "owned/2/t-1/u-2"),
        (
            "Enumerators of a Kafka source",
            "flink.kafka-source.enumerator",
            "continuous/interval-1000/parallelism-2/moves-2",
        ),
        ("Pre-keyed streams", "flink.prekeyed.mapping", "splits/max-4/parallelism-2/operator-1/steps-2"),
        ("Changes of parallelism", "flink.rescale.keyed-state", "max-6/old-3"),
    ],
)
def test_the_example_of_the_page_makes_the_same_inputs(heading, operation, part):
    names = {"json": json, "hashlib": hashlib}
    exec(sections()[heading], names)  # noqa: S102 - the page's own example
    part = part_of(DOMAINS[operation], part)
    assert list(names["inputs"]()) == [part.document(number) for number in range(part.size)]


def test_the_page_counts_what_there_is():
    page = PAGE.read_text()
    for scope in SCOPES:
        size = sum(part.size for part in scope.parts)
        having, recorded = len(lines_of(scope, map(Line.parse, LOCK))), len(recorded_of(scope).originals)
        lines = f"all {having}" if recorded == having else f"{recorded} of {having}"
        assert f"| `{scope.operation}` | {size:,} | {len(scope.blocks()):,} | {lines} |" in page, scope.operation


def test_a_digest_is_that_of_canonical_lines():
    texts = Texts.of([Value({"B": [], "A": [["\u00e9", 0]]}), Error("IllegalArgumentException", "why")])
    written = b'{"value":{"A":[["\\u00e9",0]],"B":[]}}\n{"error":{"kind":"IllegalArgumentException"}}\n'
    assert texts.digest() == hashlib.sha256(written).hexdigest()
    assert (texts.shown(0), texts.shown(1)) == (
        {"A": [["\u00e9", 0]], "B": []},
        {"error": {"kind": "IllegalArgumentException"}},
    )
    assert len({Texts.of([Value(value)]).digest() for value in ([1], [True], [1.0], ["1"])}) == 4


def test_what_is_no_answer_has_no_digest():
    for reply in (Skip("later"), NoAnswer("timed out")):
        texts = Texts.of([Value(1), reply])
        assert texts.digest() is None
        assert list(texts.odd) == [1]


def test_numbers_and_documents_are_never_equal():
    with pytest.raises(TypeError, match="can't be compared"):
        differing(Texts.of([Value(1)]), Numbers(None))


@of_every_scope
def test_copartition_has_the_recorded_digests_of_every_group_of_lines(scope):
    recorded = recorded_of(scope)
    for group in recorded.groups:
        line = Line.parse(group[-1])
        blocks = complete.sample(scope, recorded, line)[:2]
        port = prover.port_answers(open_port(), scope, blocks, line)
        findings = list(prover.compare_digests(scope, blocks, port, recorded.of(line), Arbiter(None, None)))
        assert {type(f) for f in findings} == {prover.Equal}, line


class FaultyPort:
    """copartition, but `change(document, answer)` has the last word."""

    def __init__(self, change):
        self._port, self._change = open_port(), change
        self.info = self._port.info

    def replies(self, operation, line, inputs):
        for document, reply in zip(inputs, self._port.replies(operation, line, inputs), strict=True):
            yield self._change(document, reply)


def last_gets_the_rest(document, reply):
    """A wrong Range: of three partitions of t, two members that both read t get 1 and 2, not 2 and 1."""
    if document == {"topics": {"t": 3}, "members": [{"id": "A", "topics": ["t"]}, {"id": "B", "topics": ["t"]}]}:
        return Value({"A": [["t", 0]], "B": [["t", 1], ["t", 2]]})
    return reply


def test_the_first_wrong_group_is_found_without_a_jvm():
    blocks = [block_of(RANGE, "plain/2/t-2/u-absent/0"), block_of(RANGE, "plain/2/t-3/u-absent/0")]
    port = prover.port_answers(FaultyPort(last_gets_the_rest), RANGE, blocks, NEWEST)
    arbiter = Arbiter(oracle_answers(open_port(), RANGE, NEWEST), model_answers(RANGE))
    good, bad = prover.compare_digests(RANGE, blocks, port, recorded_of(RANGE).of(NEWEST), arbiter)
    assert isinstance(good, prover.Equal)
    assert bad == prover.Unequal(
        blocks[1],
        1,
        {"topics": {"t": 3}, "members": [{"id": "A", "topics": ["t"]}, {"id": "B", "topics": ["t"]}]},
        {"A": [["t", 0], ["t", 1]], "B": [["t", 2]]},
        {"A": [["t", 0]], "B": [["t", 1], ["t", 2]]},
    )


@pytest.mark.parametrize(
    ("reply", "got"),
    [
        (Error("RuntimeException"), {"error": {"kind": "RuntimeException"}}),
        (Skip("later"), {"skipped": "later"}),
        (NoAnswer("timed out"), {"fault": {"reason": "timed out", "detail": ""}}),
        (Value(None), None),
    ],
    ids=str,
)
def test_every_other_answer_is_wrong(reply, got):
    block = block_of(RANGE, "plain/1/t-1/u-absent/0")
    port = FaultyPort(lambda document, right: reply if document["members"][0]["topics"] == ["t"] else right)
    answers = prover.port_answers(port, RANGE, [block], NEWEST)
    oracle = oracle_answers(open_port(), RANGE, NEWEST)
    (golden,) = prover.compare_digests(RANGE, [block], answers, recorded_of(RANGE).of(NEWEST), Arbiter(oracle, None))
    assert (golden.wrong, golden.got, golden.expected) == (1, got, {"A": [["t", 0]]})
    (live,) = prover.compare(RANGE, [block], answers, oracle)
    assert live == golden


def test_lines_that_agree_share_a_digest(tmp_path):
    lines = ["kafka-clients 2.0.1", "kafka-clients 3.3.2", "kafka-clients 3.9.2", "kafka-clients 3.10.0"]
    found = {
        line: {
            b.name: "0" * 64 if line.endswith("2") else "1" * 64 for b in blocks_of(RANGE.blocks(), Line.parse(line))
        }
        for line in reversed(lines)
    }
    made = digests.Digests.of_lines(RANGE.operation, {line: {} for line in lines}, found)
    assert list(made.groups) == [(lines[0],), (lines[1],), (lines[2],), (lines[3],)]
    found[lines[3]] = found[lines[2]]
    made = digests.Digests.of_lines(RANGE.operation, {line: {} for line in lines}, found)
    assert list(made.groups) == [(lines[0],), (lines[1],), (lines[2], lines[3])]
    path = digests.path_of(tmp_path, RANGE.operation)
    digests.write(path, RANGE, made)
    assert digests.read(path, RANGE) == made
    last = json.loads(path.read_text().splitlines()[-1])
    assert last["sha256"] == [None, None, "0" * 64]
    with pytest.raises(KeyError):
        made.of(Line.parse("kafka-clients 2.3.1"))


@pytest.fixture
def copied(tmp_path, monkeypatch):
    path = digests.path_of(tmp_path / "fixtures", RANGE.operation)
    path.parent.mkdir(parents=True)
    shutil.copy(digests.path_of(data.fixtures(), RANGE.operation), path)
    monkeypatch.setattr(data, "fixtures", lambda: tmp_path / "fixtures")
    return path


def with_row(path, number, change):
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    change(rows[number])
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.mark.parametrize(
    ("number", "change", "message"),
    [
        (0, lambda row: row.pop("groups"), ":1: a header has exactly the fields"),
        (0, lambda row: row["groups"].pop(), ":1: `groups` doesn't have every line"),
        (0, lambda row: row.update(groups=[[]]), ":1: `groups` is a list of lists"),
        (3, lambda row: row["sha256"].pop(), ":4: 3 digests where the header has 4 groups"),
        (3, lambda row: row["sha256"].__setitem__(0, None), ":4: a sha256 is 64 hexadecimal digits"),
        (-1, lambda row: row["sha256"].__setitem__(0, "0" * 64), "can't take the inputs of racks/2/t-2/u-1/"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(copied, number, change, message):
    with_row(copied, number, change)
    with pytest.raises(FixtureError) as refused:
        digests.read(copied, RANGE)
    assert message in str(refused.value)


def prove(*arguments, code):
    shown = CliRunner().invoke(main, ["prove", RANGE.operation, *arguments, "--reference", "golden"])
    assert shown.exit_code == code, shown.output + repr(shown.exception)
    return shown.output


def test_the_command_asks_once_for_each_group_of_lines():
    output = prove("--blocks", "1-3", "--line", "kafka-clients 2.*", "--line", "kafka-clients 4.[34]*", code=0)
    assert re.findall(r"golden digests \((.*)\)", output) == [
        "kafka-clients 2.0.1, kafka-clients 2.2.2, kafka-clients 2.3.1",
        "kafka-clients 2.5.0, kafka-clients 2.8.0, kafka-clients 2.8.2",
        "kafka-clients 4.3.1, kafka-clients 4.4.0",
    ]
    assert "kafka-clients 2" not in prove("--blocks", "1-3", code=0)


def test_a_line_without_digests_and_blocks_without_the_line_are_refused():
    assert "no digests of kafka-clients 9.* are recorded" in prove("--line", "kafka-clients 9.*", code=4)
    last = str(len(RANGE.blocks()) - 1)
    output = prove("--line", "kafka-clients 2.0.1", "--blocks", last, code=4)
    assert "kafka-clients 2.0.1 can't take the inputs of these blocks: they need 3.4.0 or later" in output


def test_a_wrong_port_is_shown_its_first_wrong_group(tmp_path, monkeypatch):
    (tmp_path / "wrong_range.py").write_text(
        "from copartition.port import PORT\n"
        "right = PORT.operations['kafka.assignor.range']\n"
        "def backwards(document, line):\n"
        "    found = right(document, line)\n"
        "    return {m: p[::-1] for m, p in found.items()}\n"
        "WRONG = {'kafka.assignor.range': backwards}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    number = RANGE.blocks().index(block_of(RANGE, "plain/1/t-2/u-absent/0"))
    output = prove("--blocks", str(number), "--port", "wrong_range:WRONG", code=1)
    assert 'first wrong input  {"members":[{"id":"A","topics":["t"]}],"topics":{"t":2}}' in output
    assert 'port               {"A":[["t",1],["t",0]]}' in output
    assert 'original           {"A":[["t",0],["t",1]]}' in output


@pytest.mark.parametrize(
    ("operation", "bug"),
    [
        ("kafka.group.assignor.uniform", "uniform-extra-stays"),
        ("kafka.group.assignor.range", "group-range-extras-last"),
        ("kafka.group.assignor.simple", "share-everything-to-everyone"),
        ("flink.kafka-source.enumerator", "source-empty-first"),
        ("flink.kafka-source.enumerator", "source-zero-goes-on"),
        ("flink.prekeyed.mapping", "split-takes-highest"),
        ("flink.prekeyed.mapping", "split-group-not-freed"),
        ("flink.rescale.keyed-state", "finished-restored"),
        ("flink.rescale.in-flight", "mapper-in-blocks"),
    ],
)
def test_a_known_bug_is_found_with_its_shortest_history(operation, bug):
    scope = DOMAINS[operation]
    recorded = recorded_of(scope)
    line = Line.parse(list(recorded.originals)[-1])
    blocks = [block for block in scope.blocks() if block.rows <= 100] or scope.blocks()
    port = prover.port_answers(CallablePort(wrong_port(bug)), scope, blocks, line)
    oracle = oracle_answers(open_port(), scope, line)
    found = prover.compare_digests(scope, blocks, port, recorded.of(line), Arbiter(oracle, None))
    first = next((finding for finding in found if not isinstance(finding, prover.Equal)), None)
    assert isinstance(first, prover.Unequal)
    assert first.input is not None
    assert canonical(first.got) != canonical(first.expected)
