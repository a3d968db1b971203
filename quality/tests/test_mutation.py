"""What the mutation measure says is so: weak vectors let mutants survive, and nothing is counted as killed silently."""

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
from quality.mutation import equivalent, forks, judges, page, reach, scope
from quality.mutation.campaign import Campaign
from quality.mutation.code import Code, Module
from quality.mutation.mutants import mutants_of
from quality.mutation.outcome import Died, Killed, Survived
from quality.mutation.reach import Reach
from quality.mutation.results import Results
from quality.mutation.rewrites import REWRITES
from quality.mutation.tally import tally
from quality.mutation.trial import Change, Place, Trials

MURMUR = "copartition.flink.math_utils"


def labels(text):
    return {(m.label, m.line) for m in mutants_of("m", text)}


def mutant(text, label):
    return next(m for m in mutants_of("m", text) if m.label == label)


def changed(text, label):
    return mutant(text, label).source(text)


@pytest.mark.parametrize(
    ("text", "label", "wanted"),
    [
        ("x = a < b\n", "ReplaceComparisonOperator_Lt_LtE#0", "x = a <= b\n"),
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
def test_a_mutant_is_one_small_change(text, label, wanted):
    assert changed(text, label) == wanted


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
        "x = f(*a, *b)\n",
        "def f(*, a):\n    return a\n",
        "x = [*a, *b]\n",
        "x = TypeVar('x', covariant=True)\n",
        "def f(self):\n    self.a: int\n",
        "match a:\n    case B() | C():\n        pass\n",
    ],
)
def test_what_decides_nothing_has_no_mutants(text):
    assert labels(text) == set()


def test_a_constant_of_a_class_is_no_default():
    assert {label for label, _ in labels("class A:\n    B: ClassVar[int] = 1\n    C: Final = 2\n")} == {
        f"NumberReplacer#{place}" for place in (0, 1)
    }


def test_a_release_is_compared_but_not_at_equality():
    assert {label for label, _ in labels("x = release >= FIRST\n")} == {"ReplaceComparisonOperator_GtE_Lt#0"}


def reached(module, *lines):
    found = Reach()
    for line in lines:
        found.lines[module][line] = 1
    return found


def test_a_function_outside_stands_in_no_mutant_as_long_as_no_vector_reaches_it(monkeypatch):
    text = "class A:\n    @property\n    def b(self):\n        return 1 + 2\n\n    def c(self):\n        return 3\n"
    module = Module("m", Path("m.py"), text)
    monkeypatch.setattr(scope, "OUTSIDE", (scope.Outside(("m:A.b", "m:A.gone"), "why"),))
    assert {line: scope.reason_of_line(module, line) for line in range(1, 8)} == {
        1: None, 2: "why", 3: "why", 4: "why", 5: None, 6: None, 7: None,
    }  # fmt: skip
    code = Code({"m": module})
    (gone,) = scope.misplaced(code, reached("m", 7))
    assert gone.startswith("m:A.gone: there is nothing of that name any more")
    vectors_reach_it, _ = scope.misplaced(code, reached("m", 4))
    assert vectors_reach_it.startswith("m:A.b: vectors reach it")


def test_a_module_outside_is_one_that_no_vector_reaches_or_is_said_to_be_passed(monkeypatch):
    code = Code({name: Module(name, Path("m.py"), "def f():\n    return 1\n") for name in ("a.b", "a.c", "d")})
    monkeypatch.setattr(scope, "OUTSIDE", (scope.Outside(("a.*",), "why"), scope.Outside(("d",), "why", passed=True)))
    assert list(scope.misplaced(code, Reach())) == []
    assert list(scope.misplaced(code, reached("d", 2))) == []
    (found,) = scope.misplaced(code, reached("a.c", 2))
    assert found.startswith("a.c:f: vectors reach it")
    monkeypatch.setattr(scope, "OUTSIDE", (scope.Outside(("e.*",), "why"),))
    (gone,) = scope.misplaced(code, Reach())
    assert gone.startswith("e.*: there is nothing of that name any more")


def test_every_function_outside_is_there():
    assert list(scope.misplaced(Code.read(), Reach())) == []


def test_a_release_has_no_mutants_and_other_numbers_in_a_row_have():
    assert labels("FIRST = (1, 19)\n") == set()
    assert {label for label, _ in labels("x = (0, 0)\n")} == {f"NumberReplacer#{place}" for place in range(4)}
    assert {label for label, _ in labels("x = a in (4, 6, 9, 11)\n")} >= {"NumberReplacer#0", "NumberReplacer#7"}


def test_every_mutant_is_python():
    modules = Code.read().modules
    for name in ("copartition.flink.kafka_source.memory", "copartition.kafka.assignors.range_racks"):
        for one in list(mutants_of(name, modules[name].text))[::5]:
            compile(one.source(modules[name].text), name, "exec")


def test_a_mutants_name_outlives_edits_elsewhere():
    before, after = (
        "def f():\n    return a + 1\n",
        "'''New.'''\n\n\ndef g():\n    return b + 2\n\n\ndef f():\n    return a + 1\n",
    )
    assert {m.ident for m in mutants_of("m", before)} <= {m.ident for m in mutants_of("m", after)}
    assert len({m.ident for m in mutants_of("m", after)}) == len(list(mutants_of("m", after)))


def test_every_rewrite_finds_its_place():
    modules = Code.read().modules
    for rewrite in REWRITES:
        text = modules[rewrite.module].text
        compile(rewrite.source(text), rewrite.module, "exec")
    assert len({rewrite.name for rewrite in REWRITES}) == len(REWRITES)


def test_a_rewrite_whose_place_is_gone_is_an_error():
    with pytest.raises(ValueError, match="0 times"):
        REWRITES[0].source("nothing of it")


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


BY_LINE = """def double(x, line):
    if line == "old":
        return x + x
    return 2 * x
"""


def judged(questions, label, text=DOUBLE):
    trials = Loaded(Asked(questions), {}, None, {})
    one = mutant(text, label)

    class Module:
        pass

    module = Module()
    module.text = text
    change = Change(one, module, None, range(len(questions)), Place())
    ((_, ended),) = forks.each([change], trials.run, jobs=1)
    return trials.outcome(change, ended)


def test_good_vectors_kill_and_weak_ones_let_survive():
    label = "ReplaceBinaryOperator_Mul_Add#0"
    assert judged([0, 1, 2, 3], label) == Killed("double 0", "answer")
    assert judged([2], label) == Survived(1)


def test_what_survives_is_asked_on_every_line():
    text = "def double(x):\n    return 2 * x if x > 0 else -2 * x\n"
    assert judged([3, -2], "NumberReplacer#0", text) == Killed("double 3", "answer")
    assert judged([-2], "NumberReplacer#0", text) == Killed("double -2", "answer")
    assert judged([2], "NumberReplacer#4", text) == Survived(1)


def test_a_case_reaches_what_it_runs_on_any_line(tmp_path, monkeypatch):
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


def test_an_outcome_holds_for_its_fingerprint_alone(tmp_path):
    path = tmp_path / "results.sqlite"
    with Results(path) as results:
        results.add("a", "f", Killed("case", "answer"))
        results.add("b", "f", Survived(3))
        results.add("c", "f", Died("no word"))
    with Results(path) as results:
        assert (results.known("a", "f"), results.known("b", "f")) == (Killed("case", "answer"), Survived(3))
        assert results.known("c", "f") is None
        assert results.known("a", "another") is None
        assert results.killer("a") == "case"


def test_what_judges_is_all_that_makes_tries_and_compares():
    found = judges.modules()
    assert found >= {
        "jarparity.answers",
        "jarparity.check.judge",
        "jarparity.fixtures.reading",
        "jarparity.ports.callables",
        "quality.mutation.campaign",
        "quality.mutation.mutants",
        "quality.mutation.operators",
        "quality.mutation.rewrites",
        "quality.mutation.trial",
    }
    assert not [
        name for name in found if name.startswith(("jarparity.cli", "jarparity.report", "quality.mutation.page"))
    ]


def test_what_rejects_a_rewrite_does_not_hang_on_how_long_cases_take():
    vectors = SimpleNamespace(operations=["a", "a", "b", "b"], name=str)
    orders = []
    for costs in ({0: 3.0, 1: 1.0, 2: 3.0, 3: 1.0}, {0: 1.0, 1: 3.0, 2: 1.0, 3: 3.0}):
        one = Campaign(None, vectors, Reach(costs=costs), None, "")
        orders.append((one._order({0, 1, 2, 3}, "", quickest=False), one._order({0, 1, 2, 3}, "2", quickest=True)))
    assert orders == [([0, 2, 1, 3], [2, 1, 3, 0]), ([0, 2, 1, 3], [2, 0, 1, 3])]


def test_an_outcome_holds_for_what_judged_it(monkeypatch):
    code = Code.read()
    vectors = SimpleNamespace(digests={})
    one, same, other = (Campaign(code, vectors, Reach(), None, judging) for judging in ("a", "a", "b"))
    assert one._fingerprints == same._fingerprints
    assert not set(one._fingerprints.values()) & set(other._fingerprints.values())
    before = judges.digest()
    stands = judges._code().modules
    judge = replace(stands["jarparity.check.judge"], text="same = bool")
    monkeypatch.setattr(judges, "_code", lambda: Code({**stands, judge.name: judge}))
    assert judges.digest() != before


def test_an_endless_loop_is_killed_by_processor_time():
    assert judged([3], "DropStatement#0") == Killed("double 3", "time")


def test_a_copy_that_dies_is_no_kill():
    text = "import os\ndef double(x):\n    if x > 5:\n        os._exit(1)\n    return 2 * x\n"
    assert isinstance(judged([3], "ReplaceComparisonOperator_Gt_LtE#0", text), Died)
    text = text.replace("os._exit(1)", f"os.kill(os.getpid(), {int(signal.SIGKILL)})")
    assert isinstance(judged([3], "ReplaceComparisonOperator_Gt_LtE#0", text), Died)


def test_forks_give_documents_and_tell_of_failures():
    def work(task):
        if task == 2:
            raise ValueError("two")
        return {"pid": os.getpid(), "task": task}

    ended = dict(forks.each([1, 2, 3], work, jobs=2))
    assert ended[1].document["task"] == 1
    assert ended[1].document["pid"] != os.getpid()
    assert "ValueError: two" in ended[2].text
    assert ended[2].signal is None


def entry(**changes):
    one = {"module": "m", "line": "return a + 1", "mutants": ["ReplaceBinaryOperator_Add_Sub#0"], "reason": "a is 0."}
    return {"schema": "jarparity-equivalent-mutants-1", "equivalent": [one | changes]}


def read(tmp_path, document):
    path = tmp_path / "equivalent.json"
    path.write_text(json.dumps(document))
    return equivalent.read(path)


def test_an_equivalent_mutant_that_dies_or_is_gone_is_stale(tmp_path):
    text = "def f(a):\n    return a + 1\n"
    there = list(mutants_of("m", text))
    entries = read(tmp_path, entry())
    (ident,) = entries[0].idents
    assert equivalent.stale(entries, there, {ident: Survived(3)}, ["m"]) == []
    assert "killed by c" in equivalent.stale(entries, there, {ident: Killed("c", "answer")}, ["m"])[0]
    gone = read(tmp_path, entry(line="return a + 2"))
    assert "no such mutant" in equivalent.stale(gone, there, {}, ["m"])[0]
    assert equivalent.stale(gone, there, {}, ["other"]) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"reason": " "}, "reason"), ({"mutants": []}, "mutants"), ({"mutants": ["a#0"] * 2}, "twice")],
)
def test_an_equivalent_mutant_needs_a_reason_and_one_place(tmp_path, changes, message):
    with pytest.raises(equivalent.EquivalentError, match=message):
        read(tmp_path, entry(**changes))


@pytest.mark.parametrize("search", [" ", "Looked at many groups."])
def test_a_search_in_vain_says_how_many_inputs_it_tried(tmp_path, search):
    (one,) = entry()["equivalent"]
    unproven = one | {"search": search}
    with pytest.raises(equivalent.EquivalentError, match="search"):
        read(tmp_path, entry() | {"equivalent": [], "unproven": [unproven]})


def test_an_unproven_mutant_counts_apart_and_needs_no_kill(tmp_path):
    (one,) = (m for m in mutants_of("m", "def f(a):\n    return a + 1\n") if m.label.startswith("ReplaceBinary"))
    (plain,) = entry()["equivalent"]
    (declared,) = read(
        tmp_path, entry() | {"equivalent": [], "unproven": [plain | {"search": "Looked at 10,000 groups."}]}
    )
    assert not declared.proven
    names = frozenset(declared.idents)
    found = tally([one], {one.ident: Survived(4)}, frozenset(), {}, names)
    assert (found.passes, found.total.unproven, found.total.survived) == (True, 1, 0)
    assert "1 that no input found tells" in page.text(found, {}, {})
    assert not tally([one], {one.ident: Died("no word")}, frozenset(), {}, names).passes
    assert "killed by c" in equivalent.stale([declared], [one], {one.ident: Killed("c", "answer")}, ["m"])[0]


def test_the_declared_equivalents_can_be_read():
    equivalent.read()


def test_a_survivor_is_red_and_an_equivalent_is_not():
    (one,) = (m for m in mutants_of("m", "def f(a):\n    return a + b\n"))
    assert not tally([one], {one.ident: Survived(4)}, frozenset(), {"m": {"o"}}).passes
    assert not tally([one], {one.ident: Died("no word")}, frozenset(), {"m": {"o"}}).passes
    passing = tally([one], {one.ident: Survived(4)}, frozenset([one.ident]), {"m": {"o"}})
    assert passing.passes
    assert passing.operations["o"].equivalent == 1
    assert tally([one], {one.ident: Killed("c", "answer")}, frozenset(), {}).modules["m"].killed == 1


def test_a_change_reaches_every_reference_to_a_function(tmp_path):
    """Exchanging a function's code in the loaded port answers as loading the changed module does."""
    script = textwrap.dedent(
        f"""
        from quality.mutation import loading, patching
        from quality.mutation.code import Code
        from quality.mutation.mutants import mutants_of
        module = Code.read().modules[{MURMUR!r}]
        (one,) = [m for m in mutants_of(module.name, module.text) if m.label == "ReplaceBinaryOperator_Mul_Add#0"
                  and "0x1B873593" in m.line]
        import sys
        if sys.argv[1] == "plain":
            port = loading.load()
        elif sys.argv[1] == "load":
            port = loading.load(module.name, one.source(module.text))
        else:
            port = loading.load()
            known = patching.functions([str(module.path)])
            patching.exchange(known, patching.code_at(module, one.number), str(module.path), one.source(module.text))
        print(list(port.replies("flink.math.murmur-hash", None, [{{"value": 7}}])))
        """
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", script, how],
            capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
        ).stdout
        for how in ("load", "exchange", "plain")
    ]  # fmt: skip
    assert said[0] == said[1] != said[2]
    assert all("Value" in text for text in said)
