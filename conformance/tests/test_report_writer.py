"""A report on its way out: to a terminal, in colours and between words, and into a file."""

import io
import re

import pytest
from test_report import LINES, case, outcome

from jarparity.answers import Value
from jarparity.report.writer import FORMATS, Writer
from jarparity.verdicts import Agrees, Differs, Errored


class Terminal(io.StringIO):
    def isatty(self):
        return True


def written_to(out, found):
    writer = Writer("text", out)
    writer.open()
    writer.close(found)
    return out.getvalue()


@pytest.mark.parametrize(("got", "colour"), [(2, "\x1b[31mFAIL"), (1, "\x1b[32mPASS")])
def test_a_terminal_shows_the_last_line_in_colour(monkeypatch, got, colour):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    verdict = Differs if got != 1 else Agrees
    found = outcome(verdict(case(1), LINES, "golden", Value(1), *([Value(got)] if got != 1 else [])))
    assert colour in written_to(Terminal(), found).splitlines()[-1]
    assert "\x1b" not in written_to(io.StringIO(), found)
    monkeypatch.setenv("NO_COLOR", "1")
    assert colour not in written_to(Terminal(), found)


def test_a_narrow_terminal_breaks_between_words_and_commands_not_at_all(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    long = "a reason of many words that needs more than the sixty columns of a narrow terminal"
    shown = written_to(Terminal(), outcome(Errored(case(1), LINES, "golden", "the port crashed", long)))
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    command = next(line for line in lines if "reproduce" in line)
    assert command.endswith("--case value/1 --port my_port:PORT")
    assert max(len(line) for line in lines if line is not command) <= 60
    assert "  detail     a reason of many words that needs more than the" in [line.rstrip() for line in lines]


@pytest.mark.parametrize("form", FORMATS)
def test_half_a_surrogate_pair_in_what_a_port_says_is_written_as_its_number(tmp_path, form):
    failed = Errored(case(1), LINES, "golden", "the port crashed", "no \ud800")
    writer = Writer(form, io.StringIO(), tmp_path / "report")
    writer.open()
    writer.event(failed)
    writer.close(outcome(failed))
    assert "\\ud800" in (tmp_path / "report").read_text("utf-8")
