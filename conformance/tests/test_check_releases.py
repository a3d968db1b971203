"""Every recorded answer of every release is compared: a port that is wrong on one old release only is red."""

import json

import pytest
from click.testing import CliRunner

from jarparity.cli import main
from jarparity.faults.applying import Rewritten, applied

OLD = "kafka-clients 2.8.0"
PORT = f"""
from copartition.port import PORT as RIGHT

def sticky(document, line=None):
    answer = RIGHT.operations["kafka.assignor.sticky"](document, line)
    return {{member: list(reversed(given)) for member, given in answer.items()}} if line == "{OLD}" else answer

PORT = {{"kafka.assignor.sticky": sticky}}
"""


def check(*options):
    command = ["check", "--operation", "kafka.assignor.sticky", "--format", "json", *options]
    shown = CliRunner().invoke(main, command)
    return shown.exit_code, json.loads(shown.stdout)


@pytest.fixture(scope="module")
def wrong_on_one_release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("port")
    (folder / "wrong_on_one_release.py").write_text(PORT)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield "--port", "wrong_on_one_release:PORT"


@pytest.fixture(scope="module")
def whole(wrong_on_one_release):
    return check("--reference", "golden", *wrong_on_one_release)


def test_a_port_that_is_wrong_on_one_release_is_red(whole):
    code, report = whole
    assert code == 1
    assert {line for line, counts in report["byLine"]["kafka.assignor.sticky"].items() if "differs" in counts} == {OLD}
    assert report["verdicts"]["differs"] > 50
    assert report["references"]["golden"]["cases"] == sum(report["verdicts"].values()) > 4000


def test_only_the_newest_of_the_releases_that_agree_is_asked_quickly(wrong_on_one_release, whole):
    _, quick = check("--quick", *wrong_on_one_release)
    _, whole = whole
    assert quick["reference"] == "golden"
    assert quick["inputs"] == whole["inputs"]
    assert quick["verdicts"]["agrees"] < whole["verdicts"]["agrees"] / 4
    assert quick["verdicts"]["differs"] < whole["verdicts"]["differs"]


def test_a_change_that_shows_on_the_oldest_releases_only_is_seen():
    # What `getBalanceScore` decides when nothing has got better: no release since 2.3 shows it on a recorded group.
    one_sign = Rewritten("copartition.kafka.assignors.general:StepByStep.build", ">= balance_score", "> balance_score")
    with applied([one_sign]):
        assert check("--quick")[0] == 0
        code, report = check("--reference", "golden")
    assert code == 1
    assert {line for failure in report["failures"] for line in failure["lines"]} == {
        "kafka-clients 2.0.1",
        "kafka-clients 2.2.2",
    }


def test_live_java_is_not_asked_quickly():
    shown = CliRunner().invoke(main, ["check", "--quick", "--reference", "jpype"])
    assert shown.exit_code == 4
    assert "leave `--reference jpype` out" in shown.stderr
