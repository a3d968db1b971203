"""`jarparity check --fix`: a run whose only fault was an entry that no longer fails ends well, and says so."""

import json

import pytest
from click.testing import CliRunner

from jarparity.cli import main

pytestmark = pytest.mark.usefixtures("jpype_reference")

NAME = "flink.math.murmur-hash"
ENTRY = {
    "name": "large-values",
    "operation": NAME,
    "where": "value >= 100000",
    "reason": "the port gives up on large values",
    "issue": "https://example.com/issues/7",
}
PORT = f"""
from copartition.port import PORT as RIGHT

PORT = {{"{NAME}": RIGHT.operations["{NAME}"]}}
"""


def test_what_is_fixed_is_taken_out_and_the_run_passes(tmp_path, monkeypatch):
    (tmp_path / "fixed_since.py").write_text(PORT)
    (tmp_path / "known.json").write_text(json.dumps({"schema": "jarparity-divergences-1", "divergences": [ENTRY]}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    port = ("--port", "fixed_since:PORT", "--divergences", "known.json", "--max-examples", "20", "--volume", "10")
    stale = CliRunner().invoke(main, ["check", *port, "--seed", "1"])
    assert stale.exit_code == 1, stale.output
    assert "DIVERGENCE large-values" in stale.stdout
    fixed = CliRunner().invoke(main, ["check", *port, "--seed", "1", "--fix"])
    assert fixed.exit_code == 0, fixed.output
    assert "took large-values out of known.json" in fixed.stderr
    assert "DIVERGENCE" not in fixed.stdout
    assert fixed.stdout.splitlines()[-1].startswith("PASS fixed_since:PORT against golden+jpype")
    assert json.loads((tmp_path / "known.json").read_text())["divergences"] == []
