import pytest

from copartition.errors import ArithmeticException, WrongTypeError
from copartition.flink.windows import merge_windows, window_start


@pytest.mark.parametrize(
    ("timestamp", "offset", "size", "start"),
    [
        (8, 0, 7, 7),
        (-1, 0, 7, -7),
        (-8, 0, 7, -14),
        (8, 3, 7, 3),
        (-1, 0, -7, 7),
        (2**63 - 1, -1, 1000, 2**63 - 1 + 808 - 1000),
    ],
)
def test_a_window_starts_at_its_offset_plus_a_multiple_of_its_size(timestamp, offset, size, start):
    assert window_start(timestamp, offset, size) == start


def test_no_size_is_a_division_by_zero():
    with pytest.raises(ArithmeticException, match="/ by zero"):
        window_start(1, 0, 0)


def test_ends_of_windows_are_of_64_bits():
    with pytest.raises(WrongTypeError, match="a start must be an integer, not float"):
        merge_windows([(0.5, 10), (5, 15)])
    with pytest.raises(ValueError, match="an end must be a 64-bit integer, not 9223372036854775808"):
        merge_windows([(0, 1 << 63), (5, 15)])
