"""Releases as arguments: three products, one reading of them, and messages that name the argument and the fix."""

import re

import pytest

from copartition.errors import WrongTypeError
from copartition.flink import releases as flink
from copartition.flink.kafka_source import releases as connector
from copartition.flink.kafka_source import state_version
from copartition.kafka.assignors import versions as clients

PRODUCTS = {"Flink": flink, "Flink's Kafka connector": connector, "Kafka": clients}
BOTH_ENDS = {
    "Flink": ("1.15.0", "2.3.99"),
    "Flink's Kafka connector": ("1.15.0", "5.0.99"),
    "Kafka": ("2.0.0", "4.4.99"),
}


@pytest.mark.parametrize("product", PRODUCTS)
def test_the_newest_release_and_both_ends_are_known(product):
    parsed = PRODUCTS[product].parsed
    for version in (PRODUCTS[product].NEWEST, *BOTH_ENDS[product]):
        assert ".".join(map(str, parsed(version))) == version.partition("-")[0]


@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("version", [2, 2.3, None, (2, 3, 0), b"2.3.0", ["2.3.0"]])
def test_what_is_no_text_is_named_with_the_fix(product, version):
    module = PRODUCTS[product]
    message = f"version must be a str such as {module.NEWEST!r}, not {type(version).__name__}"
    with pytest.raises(WrongTypeError, match=f"^{re.escape(message)}$"):
        module.parsed(version)


def test_a_public_function_names_its_argument():
    with pytest.raises(WrongTypeError, match=r"^version must be a str such as '5\.0\.0-2\.2', not int$"):
        state_version(2)


@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("version", ["", "2", "2.3", "2.3.0.0", "2.03.0", "2.3.0 ", "2.3.0\n", "v2.3.0", "2.3.100"])
def test_what_has_not_three_numbers_is_refused(product, version):
    module = PRODUCTS[product]
    message = f"it must be a release of {product} with three numbers, such as {module.NEWEST}, not {version!r}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        module.parsed(version, "it")


@pytest.mark.parametrize(
    ("product", "version"),
    [
        *(("Flink", version) for version in ("1.14.6", "2.4.0", "3.0.0")),
        *(("Flink's Kafka connector", version) for version in ("1.14.9", "1.18.0", "2.3.0", "5.1.0-2.2")),
        *(("Kafka", version) for version in ("1.1.1", "4.5.0", "5.0.0")),
    ],
)
def test_a_release_that_is_not_known_is_refused_with_those_that_are(product, version):
    oldest, newest = BOTH_ENDS[product][0], PRODUCTS[product].NEWEST
    message = f"version must be a release of {product} from {oldest} to {newest}, not {version}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        PRODUCTS[product].parsed(version)
