"""PyFlink's coders, as a port: what its Python workers write of a value, where Flink's own serializers write state.

A PyFlink job's keyed state holds these bytes. Only writing is asked: its readers expect whole values.
"""

from __future__ import annotations

import datetime
import struct
import sys
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyflink.common import Row, RowKind
from pyflink.common.time import Instant
from pyflink.datastream.window import TimeWindow
from pyflink.fn_execution import coders

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from protocol import Declined, serve

if TYPE_CHECKING:
    from collections.abc import Callable

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_KINDS = {"+I": RowKind.INSERT, "-U": RowKind.UPDATE_BEFORE, "+U": RowKind.UPDATE_AFTER, "-D": RowKind.DELETE}


def _nanos(text: str) -> int:
    """The nanoseconds of a time of day's second."""
    return int(text.partition(".")[2].rstrip("Z").ljust(9, "0"))


def _python(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Python's times end at microseconds and lie within the years 1 to 9999: no PyFlink job has others."""

    def checked(text: str) -> Any:  # noqa: ANN401 - a date, a time, or both
        if "." in text and _nanos(text) % 1000:
            raise Declined("Python's times have no nanoseconds")
        try:
            return read(text)
        except ValueError:
            raise Declined("Python's dates lie within the years 1 to 9999") from None

    return checked


def _instant(text: str) -> Instant:
    whole = text.partition(".")[0].rstrip("Z")
    try:
        at = datetime.datetime.fromisoformat(whole).replace(tzinfo=datetime.UTC)
    except ValueError:
        raise Declined("the harness reads instants within the years 1 to 9999") from None
    seconds = (at - _EPOCH) // datetime.timedelta(seconds=1)
    return Instant(seconds, _nanos(text) if "." in text else 0)


def _text(value: str) -> str:
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


# By type PyFlink's coder, and how a value of the kit's becomes one of Python's.
_SCALARS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "boolean": (coders.BooleanCoder(), bool),
    "byte": (coders.TinyIntCoder(), int),
    "short": (coders.SmallIntCoder(), int),
    "integer": (coders.IntCoder(), int),
    "long": (coders.BigIntCoder(), int),
    "big-integer": (coders.BigIntCoder(), int),
    "big-decimal": (coders.BigDecimalCoder(), Decimal),
    "float": (coders.FloatCoder(), lambda bits: struct.unpack(">f", bytes.fromhex(bits[2:]))[0]),
    "double": (coders.DoubleCoder(), lambda bits: struct.unpack(">d", bytes.fromhex(bits[2:]))[0]),
    "char": (coders.CharCoder(), _text),
    "string": (coders.CharCoder(), _text),
    "bytes": (coders.BinaryCoder(), bytes.fromhex),
    "instant": (coders.InstantCoder(), _instant),
    "local-date": (coders.LocalDateCoder(), _python(datetime.date.fromisoformat)),
    "local-time": (coders.LocalTimeCoder(), _python(datetime.time.fromisoformat)),
    "local-date-time": (coders.LocalDateTimeCoder(), _python(datetime.datetime.fromisoformat)),
    "time-window": (coders.TimeWindowCoder(), lambda window: TimeWindow(int(window["start"]), int(window["end"]))),
    "global-window": (coders.GlobalWindowCoder(), lambda _: None),
}
# PyFlink tells apart what Java has as primitives from boxed ones, as `from_type_info_proto` does.
_PRIMITIVES = ("boolean", "short", "integer", "long", "float", "double")


def _coder(kind: Any) -> Any:  # noqa: ANN401, C901, PLR0911 - one for each type
    """The coder that PyFlink takes for a type."""
    if isinstance(kind, str):
        if kind in _SCALARS:
            return _SCALARS[kind][0]
        element = kind.removesuffix("-array")
        if kind.endswith("-array") and element in _PRIMITIVES:
            return coders.PrimitiveArrayCoder(_coder(element))
        if kind == "string-array":
            return coders.GenericArrayCoder(_coder("string"))
        raise Declined(f"PyFlink has no coder for {kind}")
    match kind["type"]:
        case "list" if kind["element"] == "byte":
            return coders.BinaryCoder()
        case "list":
            return coders.PrimitiveArrayCoder(_coder(kind["element"]))
        case "array":
            return coders.GenericArrayCoder(_coder(kind["element"]))
        case "map":
            return coders.MapCoder(_coder(kind["key"]), _coder(kind["value"]))
        case "tuple":
            return coders.TupleCoder([_coder(field) for field in kind["fields"]])
        case "row" if kind.get("kinds", True):
            names = [f"f{place}" for place, _ in enumerate(kind["fields"])]
            return coders.RowCoder([_coder(field) for field in kind["fields"]], names)
    raise Declined(f"PyFlink has no coder for {kind['type']}")


def _value(document: dict[str, Any]) -> Any:  # noqa: ANN401 - of the type that the document says
    """The value in Python's types."""
    kind, value = document["type"], document["value"]
    if kind == "null":
        return None
    if kind in _SCALARS:
        return _SCALARS[kind][1](value)
    if kind == "map":
        return {_hashable(_value(key)): _value(of) for key, of in value}
    if kind == "row":
        row = Row(*map(_value, value["fields"]))
        row.set_row_kind(_KINDS[value["kind"]])
        row.set_field_names([f"f{place}" for place, _ in enumerate(value["fields"])])
        return row
    return (tuple if kind == "tuple" else list)(map(_value, value))


def _hashable(key: Any) -> Any:  # noqa: ANN401 - of any type
    if isinstance(key, list | dict):
        raise Declined("such a key can't be one of a Python dict")
    return key


def serialized(case: dict[str, Any]) -> str:
    """What a coder writes of a value."""
    if case.get("direction") == "decode":
        raise Declined("only what PyFlink writes is asked")
    coder = _coder(case["type"])
    value = _value(case["value"])
    written: bytes = coder.get_impl().encode(value)
    return written.hex()


serve("pyflink", version("apache-flink"), {"flink.state.serialized": serialized}, "flink 2.3.0")
