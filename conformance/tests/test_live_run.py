"""Live runs without a cluster: scenarios, what becomes of them, reports and exit codes."""

import json
from contextlib import contextmanager
from importlib.resources import files

import pytest
from click.testing import CliRunner
from fakes import FakePort
from jsonschema import Draft202012Validator

from jarparity.answers import Error, NoAnswer, Skip, Value
from jarparity.check.outcome import Exit
from jarparity.child_process.worker import RefusedError
from jarparity.cli import Refused, main
from jarparity.cli.output import put
from jarparity.lines import Line
from jarparity.measures.live.flink.suite import SUITE as FLINK
from jarparity.measures.live.kafka.suite import SUITE
from jarparity.measures.live.report import LiveOutcome, report, run
from jarparity.measures.live.scenario import Environment, LiveError, LiveSuite, NoPredictionError, NotRun, Oracle, Step
from jarparity.originals import read_lock

LINE = Line.parse("kafka-clients 4.3.1")


def scenario(*steps):
    return lambda: iter(steps)


def failing(error):
    def steps():
        yield Step("first", 1, 1)
        raise error

    return steps


def run_command(tmp_path, monkeypatch, scenarios, *arguments):
    """The command's exit code and JSON report, on scenarios of our own."""

    @contextmanager
    def opened(port, chosen, originals, tell):
        yield Environment({name: scenarios[name] for name in chosen}, {"cluster up": "0.5 s"})

    monkeypatch.setattr(
        "jarparity.measures.live.kafka.suite.SUITE", LiveSuite("kafka", SUITE.originals, tuple(scenarios), opened)
    )
    output = tmp_path / "seen.json"
    command = ["live", "kafka", "--format", "json", "--output", str(output), *arguments]
    code = CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False).return_value
    document = json.loads(output.read_text("utf-8"))
    schema = json.loads((files("jarparity") / "schemas" / "live.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    return code, document


@pytest.mark.parametrize(
    ("predicted", "observed", "agrees"),
    [(1, 1, True), ([1], [True], False), (1, 1.0, False), ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True), (None, 0, False)],
)
def test_steps_are_compared_exactly(predicted, observed, agrees):
    assert Step("x", predicted, observed).agrees is agrees


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Error("KafkaException", "no"), "gave the error KafkaException: no"),
        (Skip("not mine"), "declines: not mine"),
        (NoAnswer("crashed", "exit code 9"), "crashed: exit code 9"),
    ],
)
def test_a_port_without_a_value_is_no_prediction(reply, said):
    with pytest.raises(NoPredictionError, match=f"kafka.x on kafka-clients 4.3.1 .*{said}"):
        Oracle(FakePort(lambda document, line: reply), LINE).ask("kafka.x", {})


def test_a_port_is_asked_for_its_line():
    port = FakePort(lambda document, line: Value([document, str(line)]))
    assert Oracle(port, LINE).ask("kafka.x", {"a": 1}) == [{"a": 1}, "kafka-clients 4.3.1"]


def test_scenes_follow_each_other_and_one_without_prediction_is_wrong():
    told = []
    scenarios = {"a": failing(NoPredictionError("it declines")), "b": scenario(Step("only", 2, 2))}
    done = list(run(scenarios, told.append))
    assert [(d.scenario, d.step.name, d.step.agrees) for d in done] == [
        ("a", "first", True),
        ("a", "prediction", False),
        ("b", "only", True),
    ]
    assert told == ["a", "a: first", "b", "b: only"]


def test_a_refusal_that_no_scene_expects_ends_the_run():
    with pytest.raises(LiveError, match="a: the cluster refused describe: TimeoutException: late"):
        list(run({"a": failing(RefusedError("describe", "TimeoutException", "late"))}, lambda text: None))


def test_what_agrees_is_green_and_reported_whole(tmp_path, monkeypatch):
    scenarios = {"a": scenario(Step("x", [1], [1], "why")), "b": scenario(Step("y", 2, 2))}
    code, document = run_command(tmp_path, monkeypatch, scenarios)
    assert (code, document["exit"], document["broken"]) == (Exit.OK, 0, None)
    assert document["originals"] == ["kafka-live 4.3.1"]
    assert document["figures"] == {"cluster up": "0.5 s"}
    [first, second] = document["steps"]
    assert first.pop("seconds") >= 0
    assert first == {"scene": "a", "step": "x", "agrees": True, "predicted": [1], "observed": [1], "note": "why"}
    assert second["scene"] == "b"
    assert "note" not in second


def test_what_differs_is_red(tmp_path, monkeypatch):
    code, document = run_command(tmp_path, monkeypatch, {"a": scenario(Step("x", 1, 2), Step("y", 1, 1))})
    assert code == Exit.DIFFERS
    assert [step["agrees"] for step in document["steps"]] == [False, True]


def test_a_cluster_that_broke_is_no_difference_of_the_port_and_loses_no_steps(tmp_path, monkeypatch):
    code, document = run_command(tmp_path, monkeypatch, {"a": failing(LiveError("the JVM crashed")), "b": scenario()})
    assert code == Exit.INTERNAL
    assert document["broken"] == "the JVM crashed"
    assert [step["step"] for step in document["steps"]] == ["first"]


def test_an_interrupted_run_says_so(tmp_path, monkeypatch):
    code, document = run_command(tmp_path, monkeypatch, {"a": failing(KeyboardInterrupt())})
    assert code == Exit.INTERRUPTED
    assert len(document["steps"]) == 1


def test_nothing_seen_is_not_green(tmp_path, monkeypatch):
    assert run_command(tmp_path, monkeypatch, {"a": scenario()})[0] == Exit.NOTHING_CHECKED


def test_what_cannot_run_is_neither_green_nor_red(tmp_path, monkeypatch):
    missing = NotRun("Python 3.12", "it isn't here\ninstall it")
    scenarios = {"a": scenario(Step("x", 1, 1), missing), "b": scenario(Step("y", 2, 2))}
    code, document = run_command(tmp_path, monkeypatch, scenarios)
    assert code == Exit.OK
    assert [step["step"] for step in document["steps"]] == ["x", "y"]
    assert document["notRun"] == [{"scene": "a", "step": "Python 3.12", "reason": "it isn't here\ninstall it"}]
    idle = {"a": scenario(missing), "b": scenario(Step("y", 2, 2))}
    assert run_command(tmp_path, monkeypatch, idle)[0] == Exit.NOTHING_CHECKED
    assert run_command(tmp_path, monkeypatch, {"a": scenario(missing)})[0] == Exit.NOTHING_CHECKED
    wrong = {"a": scenario(missing), "b": scenario(Step("y", 1, 2))}
    assert run_command(tmp_path, monkeypatch, wrong)[0] == Exit.DIFFERS


def test_the_text_says_what_could_not_run():
    done = tuple(run({"a": scenario(Step("x", 1, 1), NotRun("on 3.12", "it isn't here\ninstall it"))}, lambda _: None))
    text = report(LiveOutcome("flink", ("flink-live 2.2.1",), FakePort(None).info, (), done, {}), "text")
    assert "  NOT RUN on 3.12\n    it isn't here\n    install it\n" in text
    assert "1 steps, 0 differ from the prediction, 1 not run, " in text


def test_scenes_are_chosen_by_globs(tmp_path, monkeypatch):
    scenarios = {
        "group range": scenario(Step("x", 1, 1)),
        "group sticky": scenario(Step("y", 1, 1)),
        "replicas": scenario(),
    }
    _, document = run_command(tmp_path, monkeypatch, scenarios, "--scenario", "group *")
    assert [step["scene"] for step in document["steps"]] == ["group range", "group sticky"]
    with pytest.raises(Refused, match="no scenario matches nothing; there are group range, group sticky, replicas"):
        run_command(tmp_path, monkeypatch, scenarios, "--scenario", "nothing")


@pytest.mark.parametrize("suite", [SUITE, FLINK], ids=["kafka", "flink"])
def test_help_names_every_scenario(suite):
    shown = CliRunner().invoke(main, ["live", suite.cluster, "--help"]).stdout
    listed = shown.partition("Scenarios:\n")[2].partition("\n\n")[0].splitlines()
    assert sorted(line.strip().partition("  ")[0] for line in listed) == sorted(suite.scenarios)


def test_a_report_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Refused, match="--output"):
        put("text", tmp_path / "file" / "seen.json")


def test_the_text_names_both_sides_and_how_to_see_it_again():
    steps = {"group range": scenario(Step("joined", {"a": 1}, {"a": 2}, "after generation 3"), Step("left", 1, 1))}
    done = tuple(run(steps, lambda text: None))
    info = FakePort(None).info
    text = report(LiveOutcome("kafka", ("kafka-live 4.3.1",), info, ("--port", "my:PORT"), done, {}), "text")
    assert "DIFFERS joined" in text
    assert "    at         /a\n    predicted  1\n    observed   2\n" in text
    assert "reproduce  jarparity live kafka --scenario 'group range' --port my:PORT" in text
    assert "    after generation 3\n" in text
    assert "  ok      left: 1 (" in text
    assert "2 steps, 1 differ from the prediction" in text


def test_every_set_of_jars_is_locked():
    for suite in SUITE.originals:
        assert read_lock().jars(suite)


def test_a_step_tells_where_its_sides_differ():
    step = Step("x", {"a": {"b": [1], "c": 1}, "d": 0}, {"a": {"b": [2], "c": 1}, "e": 0})
    assert list(step.differences()) == [("/a/b", [1], [2]), ("/d", 0, None), ("/e", None, 0)]
    assert list(Step("x", 1, [1]).differences()) == [("", 1, [1])]
    assert list(Step("x", {"a": 1}, {"a": 1}).differences()) == []


def test_an_oracle_gives_what_is_no_value_as_the_protocol_does():
    port = FakePort(lambda document, _: Value(1) if document else Skip("no"))
    assert Oracle(port, LINE).values_or_replies("x", [1, 0]) == [1, {"skipped": "no"}]
