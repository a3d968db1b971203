"""Where the command line writes: pipes, links, a closed standard output, a full disk."""

import io
import os
import subprocess
import sys

import click
import pytest
from test_cli import CLEAN, MURMUR2, jarparity

from jarparity.cli import main
from jarparity.cli.options import _Written
from jarparity.report.writer import Writer


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_report_is_written_into_a_pipe_and_through_a_link(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("file")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        for name in ("pipe", "link"):
            assert jarparity(*MURMUR2, "--output", str(tmp_path / name)).returncode == 0
        assert b"PASS copartition" in os.read(reader, 100_000)
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "link").is_symlink()
    assert "PASS copartition" in (tmp_path / "file").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "pipe"]


def written(command, path="jarparity"):
    """The options of a command, and of those below it, that name a file to be written."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        below = {name: command.get_command(context, name) for name in command.list_commands(context)}
        return [one for name, found in below.items() for one in written(found, f"{path} {name}")]
    return [(path, one) for one in command.params if isinstance(one.type, _Written)]


def test_whatever_writes_a_file_says_that_it_makes_its_folders():
    options = written(main)
    assert ("jarparity check", "--output") in [(path, *option.opts) for path, option in options]
    silent = [path for path, option in options if not option.help.endswith("Missing folders are made.")]
    assert silent == []


def test_a_report_makes_its_folders(tmp_path):
    report = tmp_path / "deep" / "down" / "report.txt"
    assert jarparity(*MURMUR2, "--output", str(report)).returncode == 0
    assert "PASS copartition" in report.read_text()


def test_two_runs_may_write_one_report(tmp_path):
    first, second = (Writer("text", io.StringIO(), tmp_path / "report") for _ in range(2))
    first.open()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.getpid", lambda: os.getppid())
        second.open()
    assert len([*tmp_path.iterdir()]) == 2
    first.discard()
    second.discard()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "the name is empty: write a file's name"),
        ("-", "'-' stands for no file: write a name, or ./- for a file that is called so"),
    ],
)
def test_no_file_is_written_under_a_name_that_is_none(name, complaint, tmp_path):
    shown = jarparity("report", __file__, "--output", name, cwd=tmp_path)
    assert (shown.returncode, [*tmp_path.iterdir()]) == (4, [])
    assert f"Error: Invalid value for '--output': {complaint}\n" in shown.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE")
@pytest.mark.parametrize("arguments", [MURMUR2, ("list",), ("--help",)])
def test_a_closed_pipe_is_no_difference(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "jarparity", *arguments]
    shown = subprocess.run(command, env=CLEAN, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (shown.returncode, shown.stderr) == (141, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE")
def test_without_a_buffer_a_pipe_that_is_closed_midway_is_noticed():
    command = [sys.executable, "-m", "jarparity", "list", "--format", "json", "kafka.group.*"]
    unbuffered = CLEAN | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=unbuffered, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as shown:
        os.read(shown.stdout.fileno(), 5)
        shown.stdout.close()
        assert (shown.wait(), shown.stderr.read()) == (141, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_disk_that_gets_full_midway_is_a_sentence(unbuffered, tmp_path):
    code = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); from jarparity.cli import main; main()"
    command = [sys.executable, "-B", "-c", code, "list", "--format", "json", "java.*"]
    env = CLEAN | {"PYTHONUNBUFFERED": unbuffered}
    with (tmp_path / "out").open("wb") as out:
        shown = subprocess.run(command, env=env, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (4, "Error: standard output: File too large\n")


@pytest.mark.parametrize("arguments", [MURMUR2, ("list",), ("--help",), ("--version",), ("explain", "key", "--help")])
def test_a_full_disk_is_a_sentence(arguments, tmp_path):
    # A limit on the size of files fails as a full disk does.
    code = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from jarparity.cli import main; main()"
    command = [sys.executable, "-B", "-c", code, *arguments]
    with (tmp_path / "out").open("wb") as out:
        shown = subprocess.run(command, env=CLEAN, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (4, "Error: standard output: File too large\n")
