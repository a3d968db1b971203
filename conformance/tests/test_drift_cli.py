"""`jarparity drift`: what it says of changes that are listed, that aren't listed, and that aren't found."""

import json

import pytest
from click.testing import CliRunner
from test_drift import CHANGE, RANGE, Lines, Restless

from jarparity import data
from jarparity.cli import main
from jarparity.measures.drift import changes
from jarparity.references import ReferenceUnavailableError, factory
from jarparity.references.golden import GoldenReference

SMALL = ("--operation", RANGE.name, "--dry-run", "--draw", "60", "--max-examples", "20", "--seed", "1")


@pytest.fixture
def drift(monkeypatch):
    """Runs the command on a reference, with one listed change and nothing recorded."""
    closed = []

    def run(reference, *arguments, code):
        reference.close = lambda: closed.append(reference)
        monkeypatch.setattr(factory, "open_reference", lambda _route, lines, progress: reference)
        shown = CliRunner().invoke(main, ["drift", *arguments])
        assert shown.exit_code == code, shown.output
        assert closed in ([], [reference])
        return shown.output

    monkeypatch.setattr(changes, "read_changes", lambda: [CHANGE])
    monkeypatch.setattr(GoldenReference, "vectors", lambda _golden, _operation: ())
    return run


def test_a_listed_change_is_told_with_its_smallest_example(drift):
    document = json.loads(drift(Lines(), *SMALL, "--format", "json", code=0))
    (operation,) = document["operations"]
    first, second = operation["boundaries"]
    assert (operation["missing"], first["undocumented"], second["changes"]) == ([], None, [])
    (change,) = first["changes"]
    assert change["change"] == "static"
    assert change["before"] != change["after"]
    assert 0 < change["differing"] < first["cases"]
    assert document["files"] == []


def test_an_unlisted_change_is_red_and_shown(drift):
    shown = drift(Restless(), *SMALL, code=1)
    assert "UNDOCUMENTED CHANGE kafka.assignor.range kafka-clients 2.5.0 -> 3.4.0\n  input  {" in shown
    assert '  3.4.0  {"error":{"kind":"IllegalStateException"' in shown
    assert "kafka.assignor.range  kafka-clients 2.3.1 -> 2.5.0  static " in shown
    assert "nothing was written: correct the behaviour-changes.json of the area, or search longer" in shown


def test_the_last_line_counts_in_words(drift):
    assert drift(Lines(), *SMALL, code=0).endswith("\n1 change at the boundaries of 1 operation\n")


def test_a_listed_change_that_is_not_there_is_red(drift):
    class Settled(Lines):
        def answer(self, line, document):
            return super().answer(self.lines[0], document)

    shown = drift(Settled(), *SMALL, code=1)
    assert "NOT FOUND kafka.assignor.range kafka-clients 2.3.1 -> 2.5.0: static: Static members first." in shown
    assert "static 0" not in shown
    assert "none found in" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--operation", "flnk.*"), "no operation matches flnk.*"),
        (("--check", "--dry-run"), "--check and --dry-run exclude each other"),
        (("--check", "--seed", "7"), "the page is of the default budget and seed"),
    ],
)
def test_what_makes_no_sense_is_refused(drift, monkeypatch, arguments, said):
    monkeypatch.setattr(data, "in_checkout", lambda: True)
    assert said in drift(Lines(), *arguments, code=4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [((), "`pip install -e .` in a checkout, or --dry-run"), (("--check",), "--check compares with a checkout's page")],
)
def test_an_installed_kit_has_no_page(drift, monkeypatch, arguments, said):
    monkeypatch.setattr(data, "in_checkout", lambda: False)
    assert said in drift(Lines(), *arguments, code=4)


def test_without_the_jars_there_is_nothing_to_compare(monkeypatch):
    def missing(*_, **__):
        raise ReferenceUnavailableError("JPype is not installed")

    monkeypatch.setattr(factory, "open_reference", missing)
    shown = CliRunner().invoke(main, ["drift", *SMALL])
    assert shown.exit_code == 4
    assert "JPype is not installed" in shown.output


def test_only_some_releases_are_compared_with_a_dry_run_and_as_neighbours():
    def refused(*arguments):
        shown = CliRunner().invoke(main, ["drift", "--operation", "kafka.assignor.range", *arguments])
        assert shown.exit_code == 4, shown.output
        return shown.output

    clients = ("--line", "kafka-clients 4.0.2", "--line", "kafka-clients 4.4.0")
    assert "the page is of all releases; give --dry-run with some of them" in refused(*clients)
    apart = refused(*clients, "--dry-run")
    assert "kafka-clients 4.0.2 and kafka-clients 4.4.0 are no neighbours" in apart
    assert "--line 'kafka-clients 4.3.1'" in " ".join(apart.split())
