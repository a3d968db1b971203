"""Known bugs of strings and of keys' hash codes."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import KeyRules, Rules

_OF_KEY: Final = (
    "flink.key.hash",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.partitioner.channel",
)
_OF_STRING: Final = ("java.string.hash", *_OF_KEY)


def _key(tag: str, rules: KeyRules, title: str, explanation: str, *sources: str) -> Bug:
    return Bug(tag, title, explanation, _OF_KEY, Rules(key=rules), sources)


def _string(tag: str, rules: KeyRules, title: str, explanation: str, *sources: str) -> Bug:
    return Bug(tag, title, explanation, _OF_STRING, Rules(key=rules), sources)


STRINGS: Final = (
    _string(
        "string-code-points",
        KeyRules(string="code-points"),
        "hashes a string's code points",
        "String.hashCode runs over UTF-16 units: a character above U+FFFF counts as two surrogates.",
        "apache/texera#8181",
        "apache/texera#8247",
    ),
    _string(
        "string-utf-8",
        KeyRules(string="utf-8"),
        "hashes a string's UTF-8 bytes",
        "String.hashCode runs over UTF-16 units; the answers are the same for ASCII only.",
        "openjdk/jdk:java.lang.String.hashCode",
    ),
    _string(
        "string-utf-8-signed",
        KeyRules(string="utf-8-signed"),
        "hashes a string's UTF-8 bytes as signed bytes",
        "String.hashCode runs over UTF-16 units, which have no sign; the answers are the same for ASCII only.",
        "openjdk/jdk:java.lang.String.hashCode",
    ),
    _string(
        "string-fnv-1a",
        KeyRules(string="fnv-1a"),
        "hashes a string with FNV-1a, as many languages' libraries do",
        "String.hashCode is the polynomial in 31; a library's own hash is not it.",
        "openjdk/jdk:java.lang.String.hashCode",
    ),
    _string(
        "string-python",
        KeyRules(string="python"),
        "hashes a string with its own language's hash (here Python 2's)",
        "String.hashCode is the polynomial in 31; newer Pythons also salt theirs in every process.",
        "dpkp/kafka-python#374",
    ),
    Bug(
        "compare-code-points",
        "compares strings by code points (or by UTF-8 bytes)",
        "compareTo compares UTF-16 units: characters above U+FFFF stand before U+E000 to U+FFFF.",
        ("java.string.compare",),
        Rules(compare="code-points"),
        ("openjdk/jdk:java.lang.String.compareTo",),
    ),
    Bug(
        "compare-signed-units",
        "compares UTF-16 units as signed 16-bit numbers",
        "Java's char has no sign: units from 0x8000 on are greater than ASCII.",
        ("java.string.compare",),
        Rules(compare="signed-units"),
        ("openjdk/jdk:java.lang.String.compareTo",),
    ),
    Bug(
        "hash-unsigned",
        "gives hash codes as unsigned 32-bit numbers",
        "Java's int is signed: hash codes from 0x80000000 on are negative.",
        ("java.string.hash", "flink.key.hash"),
        Rules(hash_sign="unsigned"),
        ("openjdk/jdk:java.lang.Object.hashCode",),
    ),
)

SCALARS: Final = (
    Bug(
        "hash-minus-one",
        "gives -2 for the hash code -1, as Python's hash() does",
        "Python keeps -1 for errors and turns it into -2; in Java -1 is a hash code like any other.",
        _OF_STRING,
        Rules(hash_sign="python"),
        ("apache/texera#8253",),
    ),
    _key(
        "key-as-text",
        KeyRules(scalars="as-text"),
        "hashes a number or a boolean as its text",
        "A Long hashes its value: 1 is key group 86 of 128 as Long, 54 as String.",
        "apache/flink-agents#1024",
        "apache/flink-agents#581",
    ),
    _key(
        "long-low-word",
        KeyRules(long="low-word"),
        "cuts a Long to its low 32 bits",
        "Long.hashCode folds both words: (int)(v ^ (v >>> 32)).",
        "openjdk/jdk:java.lang.Long.hashCode",
    ),
    _key(
        "long-as-integer",
        KeyRules(long="integer-if-it-fits"),
        "hashes a Long that fits 32 bits as an Integer",
        "Negative Longs differ from Integers: -1 is key group 94 of 128 as Long, 80 as Integer. py4j boxes this way.",
        "openjdk/jdk:java.lang.Long.hashCode",
    ),
    _key(
        "integer-as-long",
        KeyRules(integer="as-long"),
        "hashes an Integer, Short or Byte as a Long",
        "Negative Integers differ from Longs: -1 is key group 80 of 128 as Integer, 94 as Long. JPype boxes this way.",
        "openjdk/jdk:java.lang.Integer.hashCode",
    ),
    _key(
        "boolean-bit",
        KeyRules(boolean="bit"),
        "hashes a Boolean as 1 or 0",
        "Boolean.hashCode is 1231 for true, 1237 for false.",
        "openjdk/jdk:java.lang.Boolean.hashCode",
    ),
    _key(
        "negative-zero",
        KeyRules(negative_zero="as-zero"),
        "hashes -0.0 as 0.0",
        "Double and Float hash their bits: -0.0 is key group 108 of 128, 0.0 is 94.",
        "openjdk/jdk:java.lang.Double.hashCode",
    ),
    _key(
        "nan-payload",
        KeyRules(nan="payload"),
        "hashes a NaN's own bits",
        "doubleToLongBits and floatToIntBits give one bit pattern for every NaN.",
        "openjdk/jdk:java.lang.Double.hashCode",
    ),
    _key(
        "float-as-double",
        KeyRules(single="double-bits"),
        "hashes a Float as a Double",
        "Float.hashCode is floatToIntBits of the 32 bits.",
        "openjdk/jdk:java.lang.Float.hashCode",
    ),
    _key(
        "decimal-stripped",
        KeyRules(decimal="stripped"),
        "strips a BigDecimal's trailing zeros",
        "Equal numbers of another scale have other hash codes: 1.0 is key group 103 of 128, 1.00 is 69.",
        "openjdk/jdk:java.math.BigDecimal.hashCode",
    ),
    _key(
        "decimal-unscaled",
        KeyRules(decimal="unscaled-only"),
        "leaves a BigDecimal's scale out",
        "BigDecimal.hashCode is 31 times the hash of the unscaled value, plus the scale.",
        "openjdk/jdk:java.math.BigDecimal.hashCode",
    ),
    _key(
        "big-integer-low-word",
        KeyRules(big_integer="low-word"),
        "cuts a BigInteger to its low 32 bits",
        "BigInteger.hashCode is the polynomial in 31 over the magnitude's words, with the sign.",
        "openjdk/jdk:java.math.BigInteger.hashCode",
    ),
    _key(
        "date-epoch-day",
        KeyRules(date="epoch-day"),
        "hashes a LocalDate as the number of its day",
        "LocalDate.hashCode mixes year, month and day.",
        "openjdk/jdk:java.time.LocalDate.hashCode",
    ),
    _key(
        "time-seconds",
        KeyRules(time="second-of-day"),
        "hashes a LocalTime as the second of the day",
        "LocalTime.hashCode folds the nanosecond of the day.",
        "openjdk/jdk:java.time.LocalTime.hashCode",
    ),
    _key(
        "instant-millis",
        KeyRules(instant="epoch-millis"),
        "hashes an Instant as epoch milliseconds",
        "Instant.hashCode folds the seconds and adds 51 times the nanoseconds.",
        "openjdk/jdk:java.time.Instant.hashCode",
    ),
    _key(
        "uuid-text",
        KeyRules(uuid="text"),
        "hashes a UUID's text",
        "UUID.hashCode folds the four words of its 128 bits.",
        "openjdk/jdk:java.util.UUID.hashCode",
    ),
    _key(
        "timestamp-nanos",
        KeyRules(timestamp="nanos-too"),
        "lets a Timestamp's nanoseconds count",
        "java.sql.Timestamp.hashCode is that of Date: milliseconds only.",
        "openjdk/jdk:java.util.Date.hashCode",
    ),
    _key(
        "null-as-zero",
        KeyRules(null="zero"),
        "takes null as a key with hash code 0",
        "A key must not be null: NullPointerException.",
        "apache/flink:KeyGroupRangeAssignment.assignToKeyGroup",
    ),
)

COMPOSITES: Final = (
    _key(
        "tuple-from-1",
        KeyRules(tuple="from-1"),
        "hashes a Tuple as a List",
        "A Tuple's hash starts with the first field's, a List's starts with 1.",
        "apache/flink:Tuple2.hashCode",
    ),
    _key(
        "list-from-0",
        KeyRules(list="from-0"),
        "hashes a List as a Tuple",
        "A List's hash starts with 1, a Tuple's with the first field's.",
        "openjdk/jdk:java.util.AbstractList.hashCode",
    ),
    _key(
        "row-as-list",
        KeyRules(row="as-list"),
        "hashes a Row as the list of its fields",
        "A Row's hash also has its kind, and adds 31 for every field that is neither null nor a list.",
        "apache/flink:RowUtils.deepHashCodeRow",
    ),
    _key(
        "row-flat",
        KeyRules(row="kind-and-flat"),
        "hashes a Row's fields by their own hash codes",
        "Each field that is neither null nor a list is hashed as an array of one element: 31 more.",
        "apache/flink:RowUtils.deepHashCodeRow",
    ),
    _key(
        "row-kind-left-out",
        KeyRules(row="deep-only"),
        "leaves a Row's kind out",
        "A Row's hash has 31 times its kind: the same fields as +I and -U go to different groups.",
        "apache/flink:RowUtils.deepHashCodeRow",
    ),
    _key(
        "row-bytes-unsigned",
        KeyRules(row_bytes="unsigned"),
        "takes bytes inside a Row as unsigned",
        "Arrays.hashCode(byte[]) runs over signed bytes; PyFlink's pickled keys are such rows.",
        "apache/texera#8179",
        "apache/texera#8249",
    ),
    _key(
        "bytes-by-content",
        KeyRules(bytes="by-content"),
        "places a byte array by its content",
        "A byte[] hashes by identity, so that equal keys land in different groups: refuse it.",
        "apache/flink:KeyedStream.validateKeyTypeIsHashable",
    ),
    _key(
        "enum-by-name",
        KeyRules(enum="by-name"),
        "places an enum by its constant's name",
        "An enum hashes by identity, so that a key's group changes from JVM to JVM: refuse it.",
        "apache/flink:KeyedStream.validateKeyTypeIsHashable",
    ),
)

BUGS: Final = (*STRINGS, *SCALARS, *COMPOSITES)
