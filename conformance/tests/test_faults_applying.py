"""Functions of a loaded port are replaced for a while, wherever they are referred to, and given back."""

import importlib
import linecache
import sys
import zipfile

import pytest

from jarparity import faults
from jarparity.answers import Error, Value
from jarparity.faults import Answers, Fault, Reads, Replaced, Rewritten, TargetError, applying
from jarparity.faults import fault as fault_module
from jarparity.faults.applying import applied

TEXT = '''
from functools import cache

def double(n, *, times=2):
    """Doubles."""
    return n * times

TABLE = {"double": double}

@cache
def remembered(n):
    return double(n)

class Base:
    def value(self):
        return 1

class Counter(Base):
    def __init__(self, start):
        self.at = start

    def value(self):
        return super().value() + self.at

    @property
    def next(self):
        return self.at + 1

    @classmethod
    def zero(cls):
        return cls(0)

    def count(self):
        yield self.at
        yield self.at + 1

OPERATIONS = {
    "a.double": lambda document: TABLE["double"](document["n"]),
    "a.remembered": lambda document: remembered(document["n"]),
}
'''


@pytest.fixture
def port(tmp_path, monkeypatch):
    (tmp_path / "some_port.py").write_text(TEXT)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("some_port")
    for cached in (
        applying.function_of,
        applying._rewritten,
        applying._span,
        applying._caches,
        fault_module.correct_port,
    ):
        cached.cache_clear()
    del sys.modules["some_port"]


def test_a_replaced_function_is_another_one_in_tables_too_and_only_for_a_while(port):
    with applied([Replaced("some_port:double", lambda original, n: original(n, times=3) + 1)]):
        assert (port.double(5), port.TABLE["double"](5)) == (16, 16)
    assert (port.double(5), port.TABLE["double"](5)) == (10, 10)


@pytest.mark.parametrize(
    ("target", "texts", "ask", "expected"),
    [
        ("double", ("n * times", "n + times"), lambda port: port.TABLE["double"](5), 7),
        ("double", ("return", "n += 1\n    return"), lambda port: port.double(5), 12),
        ("Counter.value", ("+ self.at", "- self.at"), lambda port: port.Counter(5).value(), -4),
        ("Counter.next", ("+ 1", "+ 2"), lambda port: port.Counter(5).next, 7),
        ("Counter.zero", ("cls(0)", "cls(9)"), lambda port: port.Counter.zero().at, 9),
        ("Counter.count", ("yield self.at + 1", "yield 9"), lambda port: list(port.Counter(5).count()), [5, 9]),
        ("remembered", ("double(n)", "-n"), lambda port: port.remembered(5), -5),
    ],
)
def test_a_rewritten_function_has_the_new_text_for_a_while(port, target, texts, ask, expected):
    before = ask(port)
    with applied([Rewritten(f"some_port:{target}", *texts)]):
        assert ask(port) == expected
    assert ask(port) == before != expected


def test_what_a_port_remembers_is_forgotten_on_the_way_in_and_on_the_way_out(port):
    assert port.remembered(5) == 10
    with applied([Replaced("some_port:double", lambda _, n: -n)]):
        assert port.remembered(5) == -5
    assert port.remembered(5) == 10


def test_replacements_stand_on_each_other_and_on_rewritten_text(port):
    twice = Replaced("some_port:double", lambda original, n: original(original(n)))
    with applied([twice, Replaced("some_port:double", lambda original, n: original(n) + 1)]):
        assert port.double(1) == 5
    with applied([twice, Rewritten("some_port:double", "n * times", "n + 10")]):
        assert port.double(1) == 21
    assert port.double(1) == 2


def test_an_exception_gives_the_functions_back(port):
    with pytest.raises(RuntimeError), applied([Replaced("some_port:double", lambda _, n: -n)]):
        raise RuntimeError
    assert port.double(5) == 10


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([Replaced("some_port:nothing", print)], "no such function"),
        ([Replaced("no_such_module:f", print)], "no such function"),
        ([Replaced("some_port:TABLE", print)], "is a dict, not a function"),
        ([Rewritten("some_port:double", "nowhere", "")], "has 0 times: nowhere"),
        ([Rewritten("some_port:double", "n", "")], "times: n"),
        ([Rewritten("some_port:double", "n * times", "0")] * 2, "has 0 times"),
        ([Rewritten("some_port:double", "n * times", "0 0")], "no Python"),
    ],
)
def test_what_cannot_be_changed_is_an_error_and_changes_nothing(port, changes, words):
    with pytest.raises(TargetError, match=words), applied([Replaced("some_port:double", lambda _, n: -n), *changes]):
        pass
    assert port.double(5) == 10


def test_a_module_whose_text_is_gone_is_an_error(port, tmp_path):
    (tmp_path / "some_port.py").unlink()
    linecache.clearcache()
    gone = Rewritten("some_port:double", "n * times", "0")
    with pytest.raises(TargetError, match="has no double: its text can't be read"), applied([gone]):
        pass


def test_a_module_in_a_zip_is_rewritten(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "sent.zip", "w") as sent:
        sent.writestr("port_in_a_zip.py", TEXT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("sent.zip")
    with applied([Rewritten("port_in_a_zip:double", "n * times", "n + times")]):
        assert importlib.import_module("port_in_a_zip").double(5) == 7
    assert importlib.import_module("port_in_a_zip").double(5) == 10
    del sys.modules["port_in_a_zip"]


def fault(*changes, operation="a.double"):
    return Fault("tag", "title", "Explained.", (operation,), ("source",), changes, port="some_port:OPERATIONS")


def declines(*_):
    raise NotImplementedError


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([Reads(lambda document: {"n": -document["n"]})], [Value(-2), Value(-4)]),
        ([Answers(lambda document, answer: [document["n"], answer])], [Value([1, 2]), Value([2, 4])]),
        ([Rewritten("some_port:double", "n * times", "1 // (n - 1)")], [Error("ZeroDivisionError"), Value(1)]),
        ([Replaced("some_port:double", declines)], [faults.NOT_APPLICABLE] * 2),
        ([Reads(declines), Answers(lambda *_: 1)], [faults.NOT_APPLICABLE] * 2),
        ([Answers(declines)], [faults.NOT_APPLICABLE] * 2),
    ],
)
def test_a_fault_is_made_of_transforms_and_replaced_functions(port, changes, expected):
    assert port.double(1) == 2
    got = faults.answers([fault(*changes)], "a.double", [{"n": 1}, {"n": 2}])
    assert [Error(one.kind) if isinstance(one, Error) else one for one in got] == expected
    assert faults.answers([fault(*changes)], "a.other", [{"n": 1}]) == [faults.NOT_APPLICABLE]


def test_every_known_fault_can_be_made_in_the_port_as_it_is():
    """A port that was rewritten says so here: a diagnosis would pass over a fault that can't be made."""
    for fault in faults.every_fault():
        with applied([change for change in fault.changes if isinstance(change, Replaced | Rewritten)]):
            pass
