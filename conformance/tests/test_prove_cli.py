import shutil

import pytest
from click.testing import CliRunner

from jarparity import data
from jarparity.cli import main
from jarparity.prove import digests
from jarparity.prove.domains import DOMAINS

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
