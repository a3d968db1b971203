"""Random orders: a test that passes in one run and fails in another is a flake."""

import pytest
from click.testing import CliRunner
from quality.health import orders

TESTS = """
import pathlib, random

DRAWN = pathlib.Path(__file__).with_name("drawn")

def test_one():
    with DRAWN.open("a") as file:
        print(random.getrandbits(64), file=file)
    assert len(DRAWN.read_text().splitlines()) {what}

def test_two():
    pass
"""


@pytest.mark.parametrize(
    ("what", "output"),
    [
        ("> 0", "2 times 2 tests in random order, from random seeds: no flake"),
        ("< 0", "test_one: fails always: runs 1, 2"),
        ("< 2", "test_one: a flake: runs 2"),
    ],
)
def test_flakes_are_told_from_failures(tmp_path, monkeypatch, what, output):
    monkeypatch.setattr(orders, "add_run", lambda *_, **__: pytest.fail("written"))
    tests = tmp_path / "test_chance.py"
    tests.write_text(TESTS.format(what=what))
    ended = CliRunner().invoke(orders.command, ["--workers", "0", "--runs", "2", "--", str(tests)])
    assert output in ended.output
    assert ended.exit_code == ("no flake" not in output)
    assert len(set((tmp_path / "drawn").read_text().split())) == 2
