"""The pytest plugin: `pytest --jarparity-port my_port:PORT` adds a test for every group of vectors.

This module is loaded by every pytest of an environment that has jarparity, so it imports nothing of the kit; what it
adds, where a port is named, stands in `jarparity.pytest_items`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

REFERENCES = ("golden", "jpype", "gateway", "auto")
GRADES = ("exact", "equivalent", "valid")

_PREFIX = "jarparity::"
"""With which the ids of these tests begin."""

_IDS = pytest.StashKey[list[str]]()
"""The ids that the command line names."""

_REFERENCE_HELP = (
    "golden: the recorded answers (default). jpype, gateway: the real JARs, with a search for more cases; they must be "
    "there. auto: golden, and jpype where Java is."
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options, and those settings that a repository wants to write down once."""
    group = parser.getgroup("jarparity", "a port of Flink's and Kafka's placement logic against the originals")
    group.addoption(
        "--jarparity-port", metavar="MODULE:ATTR", help="Check this port; adds a test for each group of vectors."
    )
    group.addoption(
        "--jarparity-port-cmd", metavar="COMMAND", help="Check this program, which answers over standard input."
    )
    group.addoption("--jarparity-reference", choices=REFERENCES, help=_REFERENCE_HELP)
    group.addoption(
        "--jarparity-operation",
        action="append",
        default=[],
        metavar="GLOB",
        help="Only these operations.  [repeatable]",
    )
    group.addoption(
        "--jarparity-require-jvm",
        action="store_true",
        help="Ask the real JARs, too, and fail where they can't be had. Under CI, auto requires them, too.",
    )
    group.addoption(
        "--jarparity-grade",
        choices=GRADES,
        help="What is good enough where several answers are right: Kafka's assignors, the group coordinator's too.  "
        "[default: exact]",
    )
    group.addoption(
        "--jarparity-divergences", metavar="FILE", help="Where the port is known to differ, and must still fail."
    )
    parser.addini("jarparity_divergences", "as --jarparity-divergences, relative to the file of settings")
    parser.addini("jarparity_port", "as --jarparity-port, for runs that name no files")
    parser.addini("jarparity_port_cmd", "as --jarparity-port-cmd, for runs that name no files")
    parser.addini("jarparity_reference", "as --jarparity-reference")
    parser.addini("jarparity_grade", "as --jarparity-grade")
    parser.addini("jarparity_operations", "as --jarparity-operation, one glob a line", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    """The markers, by which `-m` takes the tests in or leaves them out; and ids of tests, which are no files."""
    config.stash[_IDS] = [arg for arg in config.args if arg.startswith(_PREFIX)]
    config.args = [arg for arg in config.args if not arg.startswith(_PREFIX)]
    config.addinivalue_line("markers", "jarparity: a group of vectors of the port named by --jarparity-port")
    config.addinivalue_line("markers", "jarparity_live: of those, what asks the real JARs")
    config.pluginmanager.register(_Compared(), "jarparity-compared")


DECLINED = "jarparity-declined"
"""The property of a test that compared nothing, for the port declined it or claims none of its releases."""


class _Compared:
    """Whether anything was compared: a run in which everything was skipped is not green."""

    def __init__(self) -> None:
        self.declined = self.skipped = self.compared = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Counts a test."""
        if report.nodeid.startswith(_PREFIX) and report.when == "call":
            compared = not report.skipped or hasattr(report, "wasxfail")
            declined = any(name == DECLINED for name, _ in report.user_properties)
            self.compared += compared
            self.declined += declined
            self.skipped += not (compared or declined)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Ends as `jarparity check` does where nothing was compared."""
        if self.nothing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says why."""
        if self.nothing:
            why = "every test was skipped" if self.skipped else "the port declined all that was asked"
            terminalreporter.write_line(f"jarparity: nothing was compared: {why}", red=True)

    @property
    def nothing(self) -> bool:
        """Whether there were tests, and none compared anything."""
        return bool(self.declined or self.skipped) and not self.compared


@pytest.hookimpl(tryfirst=True)  # before `-k` and `-m` choose
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Adds the tests, where a port is named."""
    port, command = _named(config, "port"), _named(config, "port_cmd")
    ids = config.stash[_IDS]
    if port is None and command is None:
        if ids:
            raise pytest.UsageError(f"{ids[0]}: name the port, by --jarparity-port MODULE:ATTR")
        return
    if port is not None and command is not None:
        raise pytest.UsageError("jarparity: name a Python port or a program, not both")
    from jarparity import pytest_items  # noqa: PLC0415 - see the module's docstring

    required = bool(config.getoption("jarparity_require_jvm"))
    reference = _chosen(config, "reference", REFERENCES)
    wanted = pytest_items.Wanted(
        port=port,
        command=command,
        operations=_operations(config),
        reference="auto" if required and reference in ("", "golden") else reference or "golden",
        required=required,
        grade=_chosen(config, "grade", GRADES) or GRADES[0],
        divergences=_divergences(config),
    )
    added = pytest_items.named(pytest_items.collect(session, wanted), ids)
    # What is said of collected tests counts these reports.
    session.ihook.pytest_collectreport(report=pytest.CollectReport("jarparity", "passed", None, [*added]))
    items.extend(added)


def _chosen(config: pytest.Config, which: str, choices: Sequence[str]) -> str:
    """What the command line says, else the settings; empty where neither does."""
    given: str = config.getoption(f"jarparity_{which}") or config.getini(f"jarparity_{which}")
    if given and given not in choices:
        raise pytest.UsageError(f"jarparity_{which}: {given!r} is none of {', '.join(choices)}")
    return given


def _operations(config: pytest.Config) -> Sequence[str]:
    given: list[str] = config.getoption("jarparity_operation")
    return given or config.getini("jarparity_operations")


def _divergences(config: pytest.Config) -> Path | None:
    given: str | None = config.getoption("jarparity_divergences")
    if given:
        return config.invocation_params.dir / given
    setting: str = config.getini("jarparity_divergences")
    return _settings_folder(config) / setting if setting else None


def _settings_folder(config: pytest.Config) -> Path:
    return config.inipath.parent if config.inipath else config.rootpath


def _named(config: pytest.Config, which: str) -> str | None:
    """What the command line names; else what the settings name, unless files of the user are named."""
    given: str | None = config.getoption(f"jarparity_{which}")
    other = config.getoption("jarparity_port_cmd" if which == "port" else "jarparity_port")
    folders = all((config.invocation_params.dir / arg).is_dir() for arg in config.args)
    is_ours = config.args_source is not pytest.Config.ArgsSource.ARGS or config.stash[_IDS] or folders
    if given is None and other is None and is_ours:
        if which == "port":  # where pytest is started doesn't matter to settings: its module may stand beside them
            sys.path.append(str(_settings_folder(config)))
        return config.getini(f"jarparity_{which}") or None
    return given
