"""Fixtures of several measures' tests."""

from __future__ import annotations

import pytest


@pytest.fixture
def desk(tmp_path):
    """A desk on which a release is rehearsed; its tools are the environment's `release`, so they are imported late."""
    from quality.release.cli import ROOT  # noqa: PLC0415
    from quality.release.desk import Desk  # noqa: PLC0415

    (tmp_path / "scratch").mkdir()
    return Desk(ROOT, tmp_path / "scratch", tmp_path / "dist")
