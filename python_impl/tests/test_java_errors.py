"""Java's exceptions: the kind is Java's simple name, the class is a built-in exception, too."""

import inspect

import pytest

from copartition import errors
from copartition.kafka import assign

EXCEPTIONS = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, errors.JavaError)]


@pytest.mark.parametrize("cls", EXCEPTIONS)
def test_kind_is_the_class_name(cls):
    assert cls.kind == cls.__name__
    assert str(cls("why")) == "why"


@pytest.mark.parametrize(
    ("cls", "builtin"),
    [
        (errors.IllegalArgumentException, ValueError),
        (errors.NumberFormatException, errors.IllegalArgumentException),
        (errors.NullPointerException, TypeError),
        (errors.ArithmeticException, ArithmeticError),
        (errors.IndexOutOfBoundsException, IndexError),
        (errors.ArrayIndexOutOfBoundsException, errors.IndexOutOfBoundsException),
        (errors.IdentityHashedKey, TypeError),
        (errors.IdentityOrderedKeys, TypeError),
    ],
)
def test_can_be_caught_as_python_would(cls, builtin):
    with pytest.raises(builtin):
        raise cls("why")


def test_a_wrong_type_is_a_python_error_that_callers_can_import():
    with pytest.raises(errors.WrongTypeError, match="topics must be a mapping") as caught:
        assign("range", 3, [])
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)
    assert not isinstance(caught.value, errors.JavaError)


def test_there_is_something_to_test():
    assert len(EXCEPTIONS) >= 10
