from types import SimpleNamespace

import pytest

from jarparity.spark.blocks import quoted
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import key_of
from jarparity.spark.placements import parse_placement


class Type:
    """As much of a Spark type as is looked at."""

    def __init__(self, name, *fields):
        self.name, self.fields = name, [SimpleNamespace(name=n, dataType=t) for n, t in fields]

    def typeName(self):  # noqa: N802 - Spark's name
        return {"bigint": "long", "int": "integer", "decimal(9,2)": "decimal"}.get(self.name, self.name)

    def simpleString(self):  # noqa: N802 - Spark's name
        return self.name


NAMES = ("string", "bigint", "int", "binary", "date", "decimal(9,2)", "map", "float")
SCHEMA = Type("struct", *((name, Type(name)) for name in NAMES), ("s", Type("struct", ("a", Type("int")))))


@pytest.mark.parametrize(
    ("columns", "wanted", "found"),
    [
        (["string"], None, "string"),
        (["string"], "uuid", "uuid"),
        (["bigint"], None, "long"),
        (["int"], None, "integer"),
        (["int"], "long", "long"),
        (["binary"], None, "bytes"),
        (["decimal(9,2)"], None, "big-decimal"),
        (["date"], "sql-date", "sql-date"),
        (["string", "bigint"], None, "tuple(string,long)"),
        (["string", "int"], "row( string, long )", "row(string,long)"),
        (["string", "binary"], "row", "row(string,bytes)"),
        (["s"], None, "tuple(integer)"),
        (["s"], "row", "row(integer)"),
        (["binary"], "row(bytes)", "row(bytes)"),
    ],
)
def test_columns_become_keys_of_the_type_that_fits(columns, wanted, found):
    assert key_of(SCHEMA, columns, wanted).type == found


@pytest.mark.parametrize(
    ("columns", "wanted", "said"),
    [
        ([], None, "name the key's column"),
        (["nope"], None, "there is no column 'nope'; there are string, bigint"),
        (
            ["bigint"],
            "integer",
            "column bigint has the type bigint, which no key of type integer has; types that fit: long, string",
        ),
        (["binary"], "string", "the type that fits: bytes"),
        (
            ["string"],
            "long",
            "types that fit: string, uuid; a column of CSV is a string, unless --schema gives all columns their types",
        ),
        (["date"], None, "may be local-date or sql-date in Java: say which by --key-type"),
        (["map"], None, "no key has the type map; columns of keys are of type string, bigint"),
        (["string", "int"], "tuple(string)", "it has 1 fields, the key has 2"),
        (["string", "int"], "long", "their key type must be tuple or row, not 'long'"),
        (["string", "binary"], "tuple", "in a tuple, bytes hash by identity"),
        (["s"], "tuple(long)", "as a field of a struct it can't be made long"),
    ],
)
def test_what_does_not_fit_is_named_with_what_does(columns, wanted, said):
    with pytest.raises(SparkPipelineError) as raised:
        key_of(SCHEMA, columns, wanted)
    assert said in str(raised.value)


def test_two_columns_of_one_name_are_refused():
    twice = Type("struct", ("a", Type("int")), ("a", Type("string")))
    with pytest.raises(SparkPipelineError, match="there are 2 columns 'a'"):
        key_of(twice, ["a"])


def test_placements_take_only_keys_that_have_a_place():
    flink, kafka = parse_placement("flink:max=128"), parse_placement("kafka:partitions=3")
    kafka.check_key(key_of(SCHEMA, ["binary"]))
    flink.check_key(key_of(SCHEMA, ["binary"], "row(bytes)"))
    with pytest.raises(SparkPipelineError, match="hash by identity in Java"):
        flink.check_key(key_of(SCHEMA, ["binary"]))
    with pytest.raises(SparkPipelineError, match="types that fit: string, bytes, long, integer, double"):
        kafka.check_key(key_of(SCHEMA, ["float"]))


def test_names_are_quoted_whatever_is_in_them():
    assert quoted("a.b`c") == "`a.b``c`"
