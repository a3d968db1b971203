"""The mutation measure: weak vectors let mutants survive, and nothing is counted as killed silently."""

import json
import os
import runpy
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from quality.mutation import campaign, equivalent, forks, page, reach, scope
from quality.mutation.campaign import Campaign
from quality.mutation.code import Code, Module
from quality.mutation.mutants import mutants_of
from quality.mutation.page import tally
from quality.mutation.reach import Reach
from quality.mutation.results import Died, Killed, Results, Survived
from quality.mutation.trial import Change, Trials

MURMUR = "copartition.flink.math_utils"


def labels(text):
    return {mutant.label for mutant in mutants_of("m", text)}


def mutant(text, label):
    return next(m for m in mutants_of("m", text) if m.label == label)


@pytest.mark.parametrize(
    ("text", "label", "wanted"),
    [
        ("x = a < b\n", "ReplaceComparisonOperator_Lt_LtE#0", "x = a <= b\n"),
        ("x = release >= FIRST\n", "ReplaceComparisonOperator_GtE_Gt#0", "x = release > FIRST\n"),
        ("x = min(a)\n", "SwapFunction#0", "x = max(a)\n"),
        ("x = sorted(a)\n", "SwapFunction#0", "x = list(a)\n"),
        ("def f():\n    a.sort()\n", "DropStatement#0", "def f():\n    pass\n"),
        ("def f():\n    a[1] += 2\n", "DropStatement#0", "def f():\n    pass\n"),
        ("x = [a for a in b if a]\n", "DropFilter#0", "x = [a for a in b if True]\n"),
        ("x = a not in b\n", "SwapMembership#0", "x = a in b\n"),
        ("if a and b:\n    c()\n", "NegateCondition#0", "if not a and b:\n    c()\n"),
        ("if a := b:\n    c()\n", "NegateCondition#0", "if not (a := b):\n    c()\n"),
    ],
)
def test_mutant_changes_one_place(text, label, wanted):
    assert mutant(text, label).source(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "x: int | None\n",
        "class A:\n    b: int = 1\n",
        "def f(a=1, *, b: bool = False):\n    return a\n",
        "def f():\n    raise A(f'{1 + 2}' f'b')\n",
        "def f(a: int | None) -> int | str:\n    return a\n",
        "@decorator(frozen=True)\nclass A:\n    b: int\n",
        "if TYPE_CHECKING:\n    import a\n",
        "class A:\n    def __repr__(self):\n        return 1 + 2\n",
        "'''A text of 1 + 2.'''\n",
        "x = list(zip(a, b, strict=True))\n",
        "def f(a):\n    if not isinstance(a, int):\n        raise TypeError(1 + 2)\n    return a\n",
        "FIRST = (1, 19, 0)\n",
        "x = {**a, **(b)}\n",
        "def f(*, a):\n    return a\n",
        "x = TypeVar('x', covariant=True)\n",
        "def f(self):\n    self.a: int\n",
        "match a:\n    case B() | C():\n        pass\n",
    ],
)
def test_no_mutants_of_what_decides_nothing(text):
    assert labels(text) == set()


def test_numbers_that_are_no_release_have_mutants():
    assert labels("class A:\n    B: ClassVar[int] = 1\n") == {"NumberReplacer#0", "NumberReplacer#1"}
    assert labels("x = (0, 0)\n") == {f"NumberReplacer#{place}" for place in range(4)}


def test_every_mutant_is_python():
    modules = Code.read().modules
    for name in ("copartition.flink.kafka_source.memory", "copartition.kafka.assignors.range_racks"):
        for one in list(mutants_of(name, modules[name].text))[::5]:
            compile(one.source(modules[name].text), name, "exec")


def test_mutants_keep_their_names_when_other_lines_change():
    before = "def f():\n    return a + 1\n"
    after = f"'''New.'''\n\n\ndef g():\n    return b + 2\n\n\n{before}"
    assert {m.ident for m in mutants_of("m", before)} <= {m.ident for m in mutants_of("m", after)}
    assert len({m.ident for m in mutants_of("m", after)}) == len(list(mutants_of("m", after)))


def test_lines_of_a_statement_and_whether_it_runs_on_loading():
    module = Module("m", Path("m.py"), "class A:\n    @cached(\n        1)\n    def b(self):\n        return (\n  2)\n")
    assert [module.statement(line) for line in (2, 3, 4, 6)] == [range(2, 4), range(2, 4), range(4, 5), range(5, 7)]
    assert [module.runs_on_loading(line) for line in range(1, 7)] == [True, True, True, True, False, False]
    assert [module.function(line) for line in (1, 2, 6)] == ["", "A.b", "A.b"]


def reached(module, *lines):
    found = Reach()
    for line in lines:
        found.lines[module][line] = 1
    return found


def test_outside_is_only_what_exists_and_no_vector_reaches(monkeypatch):
    text = "class A:\n    @property\n    def b(self):\n        return 1 + 2\n\n    def c(self):\n        return 3\n"
    module = Module("m", Path("m.py"), text)
    monkeypatch.setattr(scope, "OUTSIDE", (scope.Outside(("m:A.b", "m:A.gone"), "why"),))
    outside = [line for line in range(1, 8) if scope.reason_of_line(module, line)]
    assert outside == [2, 3, 4]
    (gone,) = scope.misplaced(Code({"m": module}), reached("m", 7))
    assert gone.startswith("m:A.gone: there is nothing of that name any more")
    vectors_reach_it, _ = scope.misplaced(Code({"m": module}), reached("m", 4))
    assert vectors_reach_it.startswith("m:A.b: vectors reach it")


def test_modules_outside_may_be_passed(monkeypatch):
    code = Code({name: Module(name, Path("m.py"), "def f():\n    return 1\n") for name in ("a.b", "a.c", "d")})
    monkeypatch.setattr(scope, "OUTSIDE", (scope.Outside(("a.*",), "why"), scope.Outside(("d",), "why", passed=True)))
    assert list(scope.misplaced(code, reached("d", 2))) == []
    (found,) = scope.misplaced(code, reached("a.c", 2))
    assert found.startswith("a.c:f: vectors reach it")


def test_scope_fits_the_port():
    assert list(scope.misplaced(Code.read(), Reach())) == []
    assert equivalent.read()


class Asked:
    """Vectors that ask a port which is a function of the changed module."""

    def __init__(self, questions):
        self.questions = questions

    def name(self, number):
        return f"double {self.questions[number]}"

    def more_lines(self, number):
        return 1 if self.questions[number] < 0 else 0

    def agrees(self, port, number, *, every_line=False):
        asked = self.questions[number]
        return port(-asked if every_line else asked) == 2 * abs(asked)


class Loaded(Trials):
    def _port(self, change, text):
        namespace = {}
        exec(text, namespace)  # noqa: S102 - the text is this test's own
        return namespace["double"]


DOUBLE = "def double(x):\n    total = 0\n    while total < 2 * x:\n        total += 1\n    return total\n"


def judged(questions, label, text=DOUBLE):
    trials = Loaded(Asked(questions), {}, None, {})
    change = Change(mutant(text, label), Module("m", Path("m.py"), text), None, range(len(questions)))
    ((_, ended),) = forks.each([change], trials.run, jobs=1)
    return trials.outcome(change, ended)


def test_good_vectors_kill_and_weak_ones_do_not():
    label = "ReplaceBinaryOperator_Mul_Add#0"
    assert judged([0, 1, 2, 3], label) == Killed("double 0", "answer")
    assert judged([2], label) == Survived(1)


def test_survivors_are_asked_on_every_line():
    text = "def double(x):\n    return 2 * x if x > 0 else -2 * x\n"
    assert judged([-2], "NumberReplacer#0", text) == Killed("double -2", "answer")
    assert judged([2], "NumberReplacer#4", text) == Survived(1)


def test_endless_loop_is_killed_by_processor_time():
    assert judged([3], "DropStatement#0") == Killed("double 3", "time")


@pytest.mark.parametrize("end", ["os._exit(1)", f"os.kill(os.getpid(), {int(signal.SIGKILL)})"])
def test_copy_that_dies_is_no_kill(end):
    text = f"import os\ndef double(x):\n    if x > 5:\n        {end}\n    return 2 * x\n"
    assert isinstance(judged([3], "ReplaceComparisonOperator_Gt_LtE#0", text), Died)


def test_forks_return_documents_and_report_failures():
    def work(task):
        if task == 2:
            raise ValueError("two")
        if task == 3:
            os.kill(os.getpid(), signal.SIGSTOP)
        return {"pid": os.getpid(), "task": task, "long": "x" * 1_000_000}

    ended = dict(forks.each([1, 2, 3], work, jobs=2, patience=2))
    assert ended[1].document["task"] == 1
    assert ended[1].document["pid"] != os.getpid()
    assert "ValueError: two" in ended[2].text
    assert (ended[2].signal, ended[3].signal) == (None, signal.SIGKILL)


BY_LINE = "def double(x, line):\n    if line == 'old':\n        return x + x\n    return 2 * x\n"


def test_case_reaches_what_it_runs_on_any_line(tmp_path, monkeypatch):
    path = tmp_path / "port.py"
    path.write_text(BY_LINE)
    names = runpy.run_path(str(path))
    code = SimpleNamespace(
        modules={"port": SimpleNamespace(name="port", path=path, digest="d")}, imports={"port": frozenset()}
    )
    vectors = SimpleNamespace(
        ranges={"double": range(1)},
        agrees=lambda port, _, *, every_line: all(port(2, line) == 4 for line in ("new", "old")[: 1 + every_line]),
    )
    monkeypatch.setattr(reach.loading, "load", lambda: names["double"])
    seen = reach._trace_one(code, vectors, "double")
    assert seen["lines"] == {"port": dict.fromkeys((2, 3, 4), "1")}


def test_outcomes_hold_for_their_fingerprint_alone(tmp_path):
    path = tmp_path / "outcomes.jsonl"
    written = Results(path)
    written.add("a", "f", Survived(1))
    written.add("a", "f", Killed("case", "answer"))
    written.add("b", "f", Survived(3))
    written.add("c", "f", Died("no document"))
    with path.open("a") as file:
        file.write('["d", "f", "Surv')  # as a run that is killed leaves it
    results = Results(path)
    assert (results.known("a", "f"), results.known("b", "f")) == (Killed("case", "answer"), Survived(3))
    assert (results.known("c", "f"), results.known("a", "another"), results.known("d", "f")) == (None, None, None)
    assert results.killer("a") == "case"


def test_fingerprints_depend_on_what_judges(monkeypatch):
    code, vectors = Code.read(), SimpleNamespace(digests={})
    one, same, other = (Campaign(code, vectors, Reach(), None, judges) for judges in ("a", "a", "b"))
    assert one._fingerprints == same._fingerprints
    assert not set(one._fingerprints.values()) & set(other._fingerprints.values())
    found, before = campaign.judges(), campaign.judges_digest()
    kit, measures = (
        ("answers", "areas.java.operations", "check.judging", "fixtures.reading"),
        ("campaign", "mutants", "operators", "trial"),
    )
    assert found >= {*(f"jarparity.{name}" for name in kit), *(f"quality.mutation.{name}" for name in measures)}
    assert not [
        name for name in found if name.startswith(("jarparity.cli", "jarparity.report", "quality.mutation.page"))
    ]
    modules = campaign._kit_and_measures().modules
    judge = replace(modules["jarparity.check.judging"], text="same = bool")
    monkeypatch.setattr(campaign, "_kit_and_measures", lambda: Code({**modules, judge.name: judge}))
    assert campaign.judges_digest() != before


def test_the_killer_is_asked_first_then_the_cheapest_of_each_operation_in_turn():
    vectors = SimpleNamespace(operations=["a", "a", "b", "b"], name=str)
    one = Campaign(None, vectors, Reach(costs={0: 3.0, 1: 1.0, 2: 3.0, 3: 1.0}), None, "")
    assert (one._order({0, 1, 2, 3}, ""), one._order({0, 1, 2, 3}, "2")) == ([1, 3, 0, 2], [2, 1, 3, 0])


ADD = "def f(a):\n    return a + b\n"
ONE = mutant(ADD, "ReplaceBinaryOperator_Add_Sub#0")


def read(tmp_path, kind="equivalent", why="reason", **changes):
    entry = {"module": "m", "line": "return a + b", "mutants": ["ReplaceBinaryOperator_Add_Sub#0"], why: "b is 0."}
    path = tmp_path / "equivalent.json"
    path.write_text(json.dumps({"schema": "jarparity-equivalent-mutants-2", kind: [entry | changes]}))
    return equivalent.read(path)


def test_declared_mutant_that_dies_or_is_gone_is_stale(tmp_path):
    entries, there = read(tmp_path), list(mutants_of("m", ADD))
    assert equivalent.stale(entries, there, {ONE.ident: Survived(3)}, {"m": ()}) == []
    assert "killed by c" in equivalent.stale(entries, there, {ONE.ident: Killed("c", "answer")}, {"m": ()})[0]
    gone = read(tmp_path, line="return a + 2")
    assert "no such mutant" in equivalent.stale(gone, there, {}, {"m": ()})[0]
    assert equivalent.stale(gone, there, {}, {"other": ()}) == []


def test_release_that_only_would_tell_must_not_be_recorded(tmp_path):
    entries = read(tmp_path, "unrecorded", release="flink-connector-kafka 4.0.0, flink-connector-kafka 5.0.0")
    survived = {ONE.ident: Survived(3)}
    assert equivalent.stale(entries, [ONE], survived, {"m": {"flink-connector-kafka 3.0.2-1.18", "flink 5.0.0"}}) == []
    (said,) = equivalent.stale(entries, [ONE], survived, {"m": {"flink-connector-kafka 5.0.0-2.2"}})
    assert "flink-connector-kafka 5.0.0 is recorded, and still no answer tells" in said


@pytest.mark.parametrize(
    ("kind", "changes", "message"),
    [
        ("equivalent", {"reason": " "}, "reason"),
        ("equivalent", {"mutants": []}, "mutants"),
        ("equivalent", {"mutants": ["a#0"] * 2}, "twice"),
        ("unproven", {"search": " "}, "search"),
        ("unproven", {"search": "Looked at many groups."}, "how many inputs"),
        ("unrecorded", {}, "release"),
    ],
)
def test_declaration_without_reason_is_refused(tmp_path, kind, changes, message):
    with pytest.raises(equivalent.EquivalentError, match=message):
        read(tmp_path, kind, **changes)


@pytest.mark.parametrize(
    ("outcome", "declared", "column"),
    [
        (Killed("c", "answer"), {}, "killed"),
        (Survived(4), {}, "survived"),
        (Survived(0), {}, "not reached"),
        (Died("no document"), {ONE.ident: "equivalent"}, "no verdict"),
        (None, {ONE.ident: "equivalent"}, "not tried"),
        (Survived(4), {ONE.ident: "equivalent"}, "equivalent"),
        (Survived(4), {ONE.ident: "unproven"}, "unproven"),
        (Survived(0), {ONE.ident: "unrecorded"}, "unrecorded"),
    ],
)
def test_only_killed_and_declared_mutants_are_green(outcome, declared, column):
    outcomes = {} if outcome is None else {ONE.ident: outcome}
    for reaching in ({"m": {"o"}}, {"m": {"o", "p"}}):
        found = tally([ONE], outcomes, declared, reaching)
        assert found.total == {column: 1}
        assert found.left == (column not in {"killed", "equivalent", "unproven", "unrecorded"})
        assert (found.operations or found.modules) == {("o" if len(reaching["m"]) == 1 else "m"): {column: 1}}
        text = page.text(found, {"tag": 0, "told": 2})
        assert ("Every mutant dies, or is declared." in text) is not bool(found.left)
        assert "**not rejected: tag.**" in text


def test_exchanged_function_answers_as_the_changed_module_does():
    script = textwrap.dedent(
        f"""
        import sys
        from quality.mutation import loading
        from quality.mutation.code import Code
        from quality.mutation.mutants import mutants_of
        module = Code.read().modules[{MURMUR!r}]
        (one,) = [m for m in mutants_of(module.name, module.text) if m.label == "ReplaceBinaryOperator_Mul_Add#0"
                  and "0x1B873593" in m.line]
        text = one.source(module.text)
        port = loading.load(module.name, text) if sys.argv[1] == "load" else loading.load()
        if sys.argv[1] == "exchange":
            known = loading.functions([str(module.path)])
            loading.exchange(known, loading.code_at(module, one.number), str(module.path), text)
        print(list(port.replies("flink.math.murmur-hash", None, [{{"value": 7}}])))
        """
    )
    root = Path(__file__).parents[3]
    commands = [[sys.executable, "-c", script, how] for how in ("load", "exchange", "plain")]
    answered = [subprocess.check_output(command, text=True, cwd=root) for command in commands]
    assert answered[0] == answered[1] != answered[2]
    assert all("Value" in text for text in answered)
