"""Java's values as Python has them: what they show of themselves, and what is none of them."""

import pytest

from copartition.java import BigDecimal, BigInteger, Character, Double, Float, Integer, Long, Tuple
from copartition.java.comparisons import order_in_tree


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Character(97), r"^Character\.value must be a str, not int$"),
        (lambda: BigInteger("1"), r"^BigInteger\.value must be an int, not str$"),
        (lambda: BigInteger(True), r"^BigInteger\.value must be an int, not bool$"),  # noqa: FBT003 - what is refused
        (lambda: BigDecimal(1.5, 0), r"^BigDecimal\.unscaled must be an int, not float$"),
    ],
)
def test_what_is_no_value_of_the_type_is_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_values_show_what_they_hold():
    assert repr(Double(-0.0)) == "Double(-0.0)"
    assert repr(Float(1.5)) == "Float(1.5)"
    assert int(BigInteger(1 << 70)) == 1 << 70


def test_keys_of_several_classes_stand_by_their_names():
    pair = Tuple((Integer(1), Integer(2)))
    assert order_in_tree(Integer(1), Long(1)) < 0  # java.lang.Integer, java.lang.Long
    assert order_in_tree(pair, Long(1)) > 0  # org.apache.flink.api.java.tuple.Tuple2
    assert order_in_tree(Tuple((pair,)), pair) == 0
