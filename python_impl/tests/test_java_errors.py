"""Java's exceptions: the kind is Java's simple name, the class is a built-in exception, too."""

import inspect

import pytest

from copartition import errors
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets, key_group_partitions, range_of_operator
from copartition.flink.checkpoint import OperatorHandle, RelativeFileHandle
from copartition.flink.serializers import STRING, TtlSerializer
from copartition.flink.watermarks import IndexedCombinedWatermarkStatus, StatusWatermarkValve, WatermarkSampler
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


@pytest.mark.parametrize(
    ("make", "kind", "note"),
    [
        (
            lambda: KeyGroupRange(3, 1),
            errors.IllegalArgumentException,
            "start is 3, end 1: write 0 or more, and an end that is no less than the start",
        ),
        (
            lambda: range_of_operator(128, 4, -1),
            errors.IllegalArgumentException,
            "operator is -1: write 0 to 3, for there are 4 operators",
        ),
        (
            lambda: KeyGroupRangeOffsets(KeyGroupRange(3, 4), [5]),
            errors.IllegalArgumentException,
            "there are 1 offsets: write one for each of 2 key groups",
        ),
        (
            lambda: key_group_partitions(4, 5),
            errors.IllegalArgumentException,
            "parallelism is 5: write 0 to 4, the maximum",
        ),
        (
            lambda: IndexedCombinedWatermarkStatus(2).update_watermark(2, 3),
            errors.IllegalArgumentException,
            "index is 2: write 0 to 1",
        ),
        (
            lambda: StatusWatermarkValve(0, "1.18.1"),
            errors.IllegalArgumentException,
            "channels is 0: write 1 or more",
        ),
        (
            lambda: StatusWatermarkValve([range(1), range(0)]),
            errors.IllegalArgumentException,
            "channels[1] is range(0, 0): write at least one subpartition, each 0 or more",
        ),
        (
            lambda: StatusWatermarkValve([range(1, 3)]).input_watermark(3, 0, None),
            errors.NullPointerException,
            "subpartition is None: write one of the channel's, 1, 2",
        ),
        (
            lambda: StatusWatermarkValve(1).input_watermark(3, 0, None, 1),
            errors.NullPointerException,
            "subpartition is 1: write one of the channel's, 0",
        ),
        (
            lambda: StatusWatermarkValve([range(2)]).input_watermark_status(0, None, idle=True),
            errors.IllegalStateException,
            "a channel carries several subpartitions, which never become idle",
        ),
        (
            lambda: WatermarkSampler(-1).oldest_sample,
            errors.NoSuchElementException,
            "capacity is -1: write 0 or more",
        ),
        (
            lambda: TtlSerializer(TtlSerializer(STRING)),
            errors.IllegalArgumentException,
            "value is a TtlSerializer: write the one of the user's values",
        ),
        (
            lambda: RelativeFileHandle("f", -2),
            errors.IllegalArgumentException,
            "size is -2: write 0 or more, or -1 if it isn't known",
        ),
        (
            lambda: OperatorHandle((), None),
            errors.NullPointerException,
            "state is None: write the handle that is meant",
        ),
    ],
)
def test_an_empty_message_of_the_originals_has_a_note(make, kind, note):
    with pytest.raises(kind) as refused:
        make()
    assert (str(refused.value), refused.value.__notes__[-1]) == ("", note)
