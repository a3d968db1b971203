"""A port made of callables, and everything that a callable may do."""

from __future__ import annotations

import enum
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarparity.answers import Error, NoAnswer, Skip, Value
from jarparity.lines import Line
from jarparity.ports import PortError
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

OPERATION = "kafka.partitioner.murmur2"
LINE = Line("kafka-clients", "4.4.0")


def reply(function, document=None, line=LINE):
    (only,) = CallablePort({OPERATION: function}).replies(OPERATION, line, [document or {"bytes": "00"}])
    return only


def raising(exception):
    def function(_):
        raise exception

    return function


class Colour(enum.IntEnum):
    RED = 5


class JavaLikeError(Exception):
    kind = "ArithmeticException"


class OddKindError(Exception):
    kind = 7


class KindError(Exception):
    @property
    def kind(self):
        raise RuntimeError("no kind for you")


class DeclinedError(NotImplementedError):
    @property
    def issue_url(self):
        raise RuntimeError("no address for you")


class OddList(list):
    def __iter__(self):
        raise RuntimeError("no parts for you")


class UnreadableError(Exception):
    def __str__(self):
        raise RuntimeError("no message for you")


class PanicError(BaseException):
    """As extension modules raise them."""


DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
)


@pytest.mark.parametrize(
    ("returned", "value"),
    [
        (3, 3),
        (None, None),
        (True, True),
        ("\ud800", "\ud800"),
        (1.5, 1.5),
        (np.int32(-5), -5),
        (np.int64(2**40), 2**40),
        (np.bool_(1), True),
        (np.str_("a"), "a"),
        (Colour.RED, 5),
        ((1, np.int8(2)), [1, 2]),
        ({"start": np.int32(0), "end": [(3,)]}, {"start": 0, "end": [[3]]}),
        ([True, None, "a", 1, 1.0, (False, None, "", 0)], [True, None, "a", 1, 1.0, [False, None, "", 0]]),
        ([[{"a": True}] * 20_000, [1]], [[{"a": True}] * 20_000, [1]]),
    ],
)
def test_values_become_plain_json(returned, value):
    got = reply(lambda _: returned)
    assert repr(got) == repr(Value(value))


@given(DOCUMENTS)
def test_a_plain_answer_is_kept_as_it_was(document):
    got = reply(lambda _: document)
    assert got == Value(document)
    assert repr(got) == repr(Value(document))
    if document and isinstance(document, list | dict):
        kept = repr(got)
        document.clear()
        assert repr(got) == kept


def itself(times):
    loop = []
    loop.extend([loop] * times)
    return loop


@pytest.mark.parametrize(
    ("returned", "detail"),
    [
        (b"\x01", "the answer is of type bytes; return bytes as a lower-case hex string: value.hex()"),
        (float("nan"), "the answer is nan; JSON has no such number: return the IEEE bits as a hex string"),
        (np.zeros(2), "the answer is of type numpy.ndarray; return a list: value.tolist()"),
        (np.float32(1), "return an int, or float(value) where Java has a floating-point number"),
        ({1, 2}, "return a list in the order that the original gives"),
        ({"a": [0, object()]}, "the answer.a[1] is of type object; return None, bool, int"),
        ({1: 2}, "the answer has the field 1, a int; JSON's field names are str"),
        ([{"a": [0, {"b": {2: 3}}]}], "the answer[0].a[1].b has the field 2, a int; JSON's field names are str"),
        (itself(1), "is nested deeper than 200 levels, or contains itself"),
        (itself(2), "is nested deeper than 200 levels, or contains itself"),
    ],
)
def test_what_json_does_not_have_is_a_fault_with_the_fix(returned, detail):
    got = reply(lambda _: returned)
    assert isinstance(got, NoAnswer)
    assert got.reason == "gave no JSON answer"
    assert detail in got.detail


@pytest.mark.parametrize(
    ("exception", "answer"),
    [
        (ValueError("no"), Error("ValueError", "no")),
        (JavaLikeError("/ by zero"), Error("ArithmeticException", "/ by zero")),
        (JavaLikeError(), Error("ArithmeticException", None)),
        (JavaLikeError(""), Error("ArithmeticException", "")),
        (OddKindError("x"), Error("OddKindError", "x")),
        (KeyError("x"), Error("KeyError", "'x'")),
        (UnreadableError(), Error("UnreadableError", "(its message can't be read: RuntimeError)")),
        (NotImplementedError(), Skip("not implemented")),
        (NotImplementedError("no rows yet"), Skip("no rows yet")),
        (MemoryError(), NoAnswer("ran out of memory")),
        (SystemExit(3), NoAnswer("crashed", "SystemExit: 3")),
        (PanicError("index out of range"), NoAnswer("crashed", "PanicError: index out of range")),
    ],
)
def test_exceptions_are_answers_declinations_or_faults(exception, answer):
    assert reply(raising(exception)) == answer


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (raising(KindError("x")), "no kind for you"),
        (raising(DeclinedError("x")), "no address for you"),
        (lambda _: OddList([1]), "no parts for you"),
    ],
)
def test_an_answer_that_raises_when_it_is_read_is_a_fault(function, what):
    assert reply(function) == NoAnswer("gave no JSON answer", f"reading it raised RuntimeError: {what}")


@pytest.mark.parametrize("wrap", [lambda n: n, lambda n: [1, n], lambda n: {"a": [["x", -n]]}, lambda n: [{}, n]])
def test_an_integer_that_python_makes_no_text_of_is_a_fault(wrap):
    broken = reply(lambda _: wrap(10**4300))
    assert broken.reason == "gave no JSON answer"
    assert broken.detail.endswith(" is an integer of more than 4,300 digits; return it as a text")
    most = wrap(10**4300 - 1)
    assert reply(lambda _: most) == Value(most)


def test_a_name_is_one_line():
    port = SimpleNamespace(operations={}, name="mine\nPASS yours", version="1\x1b[2J")
    assert (CallablePort(port).info.name, CallablePort(port).info.version) == (r"mine\nPASS yours", r"1\x1b[2J")


def test_an_exception_names_its_line():
    def broken(case):
        return case["byte"]

    (reply,) = CallablePort({"an.operation": broken}).replies("an.operation", None, [{}])
    assert reply.where == f"{__file__}, line {broken.__code__.co_firstlineno + 1}, in broken"


def without_parameters():
    return 5


def of_line_and_more(document, line, more):
    return 5


@pytest.mark.parametrize(
    ("function", "where"),
    [
        (lambda: 5, "the call: the function must take one argument, the input"),
        (without_parameters, "the call: the function must take one argument, the input"),
        (of_line_and_more, "the call: the function must take one argument, the input"),
        (int, None),
    ],
)
def test_a_function_that_can_not_be_called_so_is_named_in_place_of_the_kit(function, where):
    answered = reply(function, {})
    assert (answered.kind, answered.where) == ("TypeError", where)


def test_a_declination_may_name_an_issue():
    declined = NotImplementedError("not yet")
    declined.issue_url = "https://example.org/1"
    assert reply(raising(declined)) == Skip("not yet", "https://example.org/1")


def test_the_users_interrupt_is_the_users():
    with pytest.raises(KeyboardInterrupt):
        reply(raising(KeyboardInterrupt()))


def test_a_second_parameter_named_line_gets_the_line():
    assert reply(lambda _, line: line) == Value("kafka-clients 4.4.0")
    assert reply(lambda _, line=None: line, line=None) == Value(None)
    assert reply(lambda _, *, line: line) == Value("kafka-clients 4.4.0")
    assert reply(lambda _, other="default": other) == Value("default")
    assert reply(len) == Value(1)


def test_a_positional_only_line_is_given_by_position():
    def function(_document, line, /):
        return line

    # The name of the first parameter is the port's own business.
    assert reply(function) == Value("kafka-clients 4.4.0")


def test_a_port_can_not_change_the_input():
    def greedy(document):
        return document["steps"].pop()["op"]

    document = {"steps": [{"op": "put"}]}
    assert reply(greedy, document) == Value("put")
    assert document == {"steps": [{"op": "put"}]}


def test_an_operation_that_is_not_there_is_declined():
    port = CallablePort({OPERATION: len})
    assert list(port.replies("flink.key.hash", None, [{}, {}])) == [Skip("not implemented")] * 2


def test_replies_come_one_by_one():
    asked = []
    replies = CallablePort({OPERATION: asked.append}).replies(OPERATION, None, [{"bytes": ""}, {"bytes": "00"}])
    assert next(replies) == Value(None)
    assert asked == [{"bytes": ""}]


def test_an_object_says_more_than_a_mapping():
    port = SimpleNamespace(
        operations={OPERATION: len}, name="mine", version="1.2", lines=["kafka-clients 4.*"], messages=True
    )
    info = CallablePort(port, "module:port").info
    assert (info.name, info.version, info.language) == ("mine", "1.2", "python")
    assert (info.operations, info.lines, info.messages) == ((OPERATION,), ("kafka-clients 4.*",), True)
    plain = CallablePort({OPERATION: len}, "module:port").info
    assert (plain.name, plain.version, plain.lines, plain.messages) == ("module:port", "unknown", ("*",), False)
    assert CallablePort(SimpleNamespace(operations={}, lines="flink *")).info.lines == ("flink *",)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (3, "is of type int: give a mapping from operation names to callables, or an object"),
        (SimpleNamespace(operations=[len]), "is of type SimpleNamespace: give a mapping"),
        ({OPERATION: 3}, "`operations` maps 'kafka.partitioner.murmur2' to int"),
        ({3: len}, "`operations` maps 3 to builtin_function_or_method"),
        (SimpleNamespace(operations={}, bulk=[1]), "its attribute `bulk` must be a mapping"),
        (SimpleNamespace(operations={}, bulk={OPERATION: None}), "`bulk` maps 'kafka.partitioner.murmur2' to NoneType"),
        (SimpleNamespace(operations={}, lines=3), "its attribute `lines` must be names or globs"),
        (SimpleNamespace(operations={}, lines=[3]), "its attribute `lines` must be names or globs"),
    ],
)
def test_what_is_no_port_is_refused_with_the_reason(target, message):
    with pytest.raises(PortError) as wrong:
        CallablePort(target, "module:port")
    assert message in str(wrong.value)
    assert str(wrong.value).startswith("port 'module:port'")


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """Writes modules into the current directory, which is not on the path yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    before = set(sys.modules)
    yield lambda name, text: (tmp_path / f"{name}.py").write_text(text)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_port_in_the_current_directory_is_found(modules):
    modules("sound_port", "class Box:\n    PORT = {'a.b': len}\n")
    port = open_port("sound_port:Box.PORT")
    assert port.info.name == "sound_port:Box.PORT"
    assert list(port.replies("a.b", None, [{"x": 1}])) == [Value(1)]
    port.close()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sound_port", "write module:attribute, such as my_package.port:PORT"),
        ("sound_port:", "write module:attribute"),
        ("sound port:PORT", "write module:attribute"),
        ("no_such_port:PORT", "there is no module 'no_such_port'; looked in "),
        ("sound_port.inner:PORT", "there is no module 'sound_port.inner'"),
        ("sound_port:PROT", "module sound_port has no attribute 'PROT'; did you mean PORT?"),
        (
            "jarparity.faults.ports:finish_maskd",
            "port 'jarparity.faults.ports:finish_maskd': no tag 'finish-maskd'; did you mean finish-masked",
        ),
        ("sound_port:PORT.x", "a dict has no attribute 'x'"),
        ("sound_port:len", "module sound_port has no attribute 'len'"),
        ("sound_port:function", "is of type function: give a mapping"),
        ("needy_port:PORT", "needy_port imports 'no_such_library', which is not installed"),
        ("broken_port:PORT", "importing broken_port failed with ZeroDivisionError: division by zero"),
        ("unreadable_port:PORT", "importing unreadable_port failed with SyntaxError"),
        ("script_port:PORT", "importing script_port failed with SystemExit: 2"),
    ],
)
def test_a_port_that_can_not_be_loaded_is_refused_with_the_reason(modules, name, message):
    modules("sound_port", "PORT = {'a.b': len}\ndef function(_): pass\n")
    modules("needy_port", "import no_such_library\n")
    modules("broken_port", "1 / 0\n")
    modules("unreadable_port", "PORT = {\n")
    modules("script_port", "import sys\nsys.exit(2)\n")
    with pytest.raises(PortError) as wrong:
        open_port(name)
    assert message in str(wrong.value)


def test_a_port_and_a_program_exclude_each_other():
    with pytest.raises(PortError, match="not both"):
        open_port("a:b", "c")


def test_the_default_port_is_copartition():
    assert open_port().info.name == "copartition"


def test_what_a_callable_learns_of_a_line():
    def told(document, line):
        return line

    def released(document, line):
        return line

    released.release_of = lambda line: line.split()[0]

    def broken(document, line):
        return line

    broken.release_of = lambda line: [line]
    port = CallablePort({"a.b": lambda document: 1, "a.c": told, "a.d": released, "a.e": broken})
    said = [port.told(operation, LINE) for operation in ("a.a", "a.b", "a.c", "a.d", "a.e")]
    assert said == [None, None, LINE, "kafka-clients", LINE]
