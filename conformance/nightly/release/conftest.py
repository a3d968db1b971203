"""What the tests of a rehearsal share."""

from __future__ import annotations

import pytest
from quality.pages import ROOT
from quality.programs import Ran
from quality.release.context import ReleaseContext, StepFailedError


@pytest.fixture
def context(tmp_path):
    """A rehearsal of this checkout, in empty folders."""
    (tmp_path / "scratch").mkdir()
    return ReleaseContext(ROOT, tmp_path / "scratch", tmp_path / "dist")


@pytest.fixture
def failing():
    """Calls what has to fail; returns its faults, a line each."""

    def failing(call, *arguments):
        with pytest.raises(StepFailedError) as caught:
            call(*arguments)
        return "\n".join(caught.value.faults)

    return failing


@pytest.fixture
def answering(context, monkeypatch):
    """Programs are not run: the first word that is in a command says what it would have answered."""

    def answering(**by_word):
        ran = []

        def run(command, _folder, *, more=None, **_):
            ran.append((command, more or {}))
            return next((answer for word, answer in by_word.items() if word in command), Ran(0, ""))

        monkeypatch.setattr(context, "run", run)
        return ran

    return answering
