import shutil

import pytest
from click.testing import CliRunner

from jarparity import data
from jarparity.answers import Value
from jarparity.cli import main
from jarparity.domains import Part, SmallScope
from jarparity.measures.prove import digests
from jarparity.measures.prove.digests import DOMAINS
from jarparity.ports.load import open_port
from jarparity.references import factory

HASHES = DOMAINS["flink.math.murmur-hash"]
RANGES = DOMAINS["flink.key-group.range-of-operator"]


def test_the_command_says_what_was_compared():
    arguments = ["prove", HASHES.operation, "--reference", "golden", "--blocks", "4095"]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "copartition: equal on 1,048,576 of 1,048,576 inputs" in shown.output
    assert "reference: golden digests (flink 1.16.3, flink 1.20.5, flink 2.1.3, flink 2.3.0)" in shown.output


def prove(*arguments, code):
    shown = CliRunner().invoke(main, ["prove", *arguments, "--reference", "golden"])
    assert shown.exit_code == code, shown.output + repr(shown.exception)
    assert "Traceback" not in shown.output
    return shown.output


@pytest.fixture
def ports(tmp_path, monkeypatch):
    """A module of ports that fail, each in its own way."""
    (tmp_path / "failing_ports.py").write_text(
        "def raises(document): raise RuntimeError('boom')\n"
        "def declines(document): raise NotImplementedError\n"
        "NAME = 'flink.key-group.range-of-operator'\n"
        "RAISES, DECLINES, NONE = {NAME: raises}, {NAME: declines}, {NAME: lambda d: None}\n"
        "LARGE = {NAME: lambda d: {'start': 2**40, 'end': 0}}\n"
        "OTHER = {'java.string.hash': lambda d: 0}\n"
        "class BULK: operations, bulk = {}, {NAME: lambda *_: 1 // 0}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("ports")
@pytest.mark.parametrize(
    ("port", "shown"),
    [
        ("RAISES", '{"error":{"kind":"RuntimeError","message":"boom"}}'),
        ("DECLINES", '{"skipped":"not implemented"}'),
        ("NONE", "port               null"),
        ("LARGE", '"start":1099511627776'),
        ("BULK", "threw ZeroDivisionError"),
    ],
)
def test_a_failing_port_differs(port, shown):
    output = prove(RANGES.operation, "--blocks", "2", "--port", f"failing_ports:{port}", code=1)
    assert "DIFFERS flink.key-group.range-of-operator: 1 of 1 blocks; first block max-3/parallelism-1-3" in output
    assert shown in output


@pytest.mark.usefixtures("ports")
def test_a_port_without_the_operation_is_refused():
    output = prove(RANGES.operation, "--blocks", "2", "--port", "failing_ports:OTHER", code=4)
    assert "failing_ports:OTHER doesn't have flink.key-group.range-of-operator; it has java.string.hash" in output


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """The digests of `RANGES`, to be damaged."""
    path = digests.path_of(tmp_path / "fixtures", RANGES.operation)
    path.parent.mkdir(parents=True)
    shutil.copy(digests.path_of(data.fixtures(), RANGES.operation), path)
    monkeypatch.setattr(data, "fixtures", lambda: tmp_path / "fixtures")
    return path


@pytest.mark.parametrize("port", [(), ("--port", "copartition.port:PORT")])
def test_an_edited_digest_ends_with_3_and_names_the_remedy(copied, port):
    lines = copied.read_text().splitlines(keepends=True)
    lines[3] = lines[3][:-10] + "000000" + lines[3][-4:]
    copied.write_text("".join(lines))
    output = prove(RANGES.operation, "--blocks", "2", *port, code=3)
    assert "the recorded digest looks edited: the port and the kit's model agree on another" in output
    assert "run `jarparity fixtures verify --operation flink.key-group.range-of-operator --every-block`" in output
    assert "DIFFERS" not in output


def test_a_damaged_file_is_no_traceback(copied):
    copied.write_text("rubbish\n")
    shown = CliRunner().invoke(main, ["prove", RANGES.operation, "--reference", "golden"])
    assert shown.exit_code == 4
    assert f"{copied}:1: not JSON" in shown.output


class Jars:
    """Stands for the JARs: copartition answers as each line, but `other` lines answer otherwise."""

    def __init__(self, lines, other=()):
        self.lines, self.other, self.closed = lines, other, 0
        self._port = open_port()

    def bulk(self, operation, line, parameters, column, width=1):
        answers = self._port.bulk(operation, parameters, column, width)
        return answers + 1 if line in self.other else answers

    def answers(self, operation, line, inputs):
        if line in self.other:
            return [Value({}) for _ in inputs]
        return list(self._port.replies(operation, line, inputs))

    def close(self):
        self.closed += 1


@pytest.fixture
def jars(monkeypatch):
    """Has the command open these; `other` is chosen of the lines that it wants."""
    opened = []

    def use(other=lambda _lines: ()):
        def opener(_route, lines, progress):
            progress("opened")
            opened.append(Jars(lines, other(lines)))
            return opened[-1]

        monkeypatch.setattr(factory, "open_reference", opener)
        return opened

    return use


def run(*arguments, code):
    shown = CliRunner().invoke(main, ["prove", *arguments])
    assert shown.exit_code == code, shown.output
    return shown.output


def test_a_jar_is_asked_itself(jars):
    opened = jars()
    output = run(RANGES.operation, "--reference", "jpype", "--blocks", "2", code=0)
    assert "copartition: equal on 6 of 6 inputs" in output
    assert "reference: jpype (flink 2.3.0)" in output
    lines = ("--line", "flink 1.*", "--line", "flink 2.3.0")
    output = run(RANGES.operation, "--reference", "jpype", "--blocks", "2", *lines, code=0)
    assert [str(one.lines[0]) for one in opened] == ["flink 2.3.0", "flink 1.16.3", "flink 1.20.5", "flink 2.3.0"]
    assert [one.closed for one in opened] == [1, 1, 1, 1]


def test_a_jar_that_answers_otherwise_shows_the_first_wrong_input(jars):
    jars(other=lambda lines: lines)
    output = run(RANGES.operation, "--reference", "jpype", "--blocks", "2", code=1)
    assert "first wrong input  {" in output
    assert "wrong in block     6 of 6 inputs" in output


def test_a_line_without_the_operation_is_refused():
    assert "none of the releases kafka* has flink.math" in run(HASHES.operation, "--line", "kafka*", code=4)


@pytest.fixture
def scope(monkeypatch, tmp_path):
    """A scope of two groups for that of an assignor; its digests go into a folder of its own."""
    name = "kafka.assignor.range"
    part = Part("p", ((1, 2),), lambda count: {"topics": {"t": count}, "members": [{"id": "A", "topics": ["t"]}]})
    shutil.copy(data.lock_file(), tmp_path)
    monkeypatch.setitem(DOMAINS, name, SmallScope(name, "in order", (part,)))
    monkeypatch.setattr(data, "fixtures", lambda: tmp_path)
    return DOMAINS[name]


def test_what_is_recorded_is_what_the_jars_answered(jars, scope, tmp_path):
    opened = jars(other=lambda lines: lines[:1])
    assert "recorded digests of 1 blocks in kafka.assignor.range.jsonl: " in run(scope.operation, "--record", code=0)
    recorded = digests.read(digests.path_of(tmp_path, scope.operation), scope)
    lines = [str(line) for line in opened[0].lines]
    assert list(recorded.originals) == lines
    assert [list(group) for group in recorded.groups] == [lines[:1], lines[1:]]
    jars()
    run(scope.operation, "--record", "--line", lines[0], code=0)
    assert len(digests.read(digests.path_of(tmp_path, scope.operation), scope).groups) == 1


def test_a_part_of_a_domain_is_not_recorded(scope):
    assert "leave --blocks out" in run(scope.operation, "--record", "--blocks", "0", code=4)


@pytest.mark.parametrize(
    ("blocks", "said"),
    [("x", "write a number, 0-15, or 4000-"), ("7", "the domain has blocks 0 to 0"), ("0-", "equal on 2 of 2")],
)
def test_blocks_are_chosen_by_number(jars, scope, blocks, said):
    jars()
    code = 0 if blocks == "0-" else 4
    assert said in run(scope.operation, "--reference", "jpype", "--blocks", blocks, code=code)
