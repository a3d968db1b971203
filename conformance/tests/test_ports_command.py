"""The command of a port: how it is split, and what can't be run."""

import sys
from pathlib import Path

import pytest

from jarparity.answers import Value
from jarparity.ports import PortError
from jarparity.ports.process import ProcessPort

FAKES = Path(__file__).parent / "fake_ports"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program --fast", "no-such-program: No such file or directory"),
        ("'unfinished", "can't be split into words"),
        ("", "the port's command is empty"),
        ([__file__], "Permission denied"),
    ],
)
def test_a_command_that_can_not_run_is_refused(command, message):
    with pytest.raises(PortError, match=message):
        ProcessPort(command)


def test_a_command_is_split_as_a_shell_would():
    port = ProcessPort(f"'{sys.executable}' -S {FAKES / 'sound.py'}")
    assert list(port.replies("java.string.hash", None, [{"a": "abc"}])) == [Value(3)]
    port.close()
