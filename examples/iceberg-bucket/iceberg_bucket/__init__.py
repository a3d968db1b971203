"""Which bucket Iceberg puts a value into: an area for jarparity, and PyIceberg as its port."""

from __future__ import annotations

import uuid
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity.area import Area
from jarparity.case_collector import Cases
from jarparity.operations import Operation
from jarparity.values import numbers, texts
from jarparity.values.shapes import INT32, record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.answers import JSON
    from jarparity.cases import Case

TYPES: Final = ("int", "long", "string", "uuid", "binary", "decimal")
_NAME: Final = "iceberg.bucket"


def draw(random: Random) -> JSON:
    """An input: a value of any type, and a number of buckets."""
    kind = random.choice(TYPES)
    buckets = random.choice((1, 2, 3, 16, 100, 1000, 2**31 - 1, 1 + random.randrange(5000)))
    return {"type": kind, "value": _value(random, kind), "buckets": buckets}


def _value(random: Random, kind: str) -> str:
    match kind:
        case "int":
            return str(numbers.int32(random))
        case "long":
            return str(numbers.int64(random))
        case "string":
            return texts.plain_text(random)
        case "uuid":
            return str(uuid.UUID(int=random.getrandbits(128)))
        case "binary":
            return texts.data(random).hex()
        case _:
            digits, scale = str(numbers.number(random, 100)), random.randrange(9)
            return str(Decimal(f"{digits}e-{scale}")) if scale < 7 else digits  # noqa: PLR2004 - no exponent below


def cases() -> Iterable[Case]:
    """The hand-written cases: those of Iceberg's specification (appendix B), and boundary values."""
    found = Cases(_NAME)
    spec = "https://iceberg.apache.org/spec/#appendix-b-32-bit-hash-requirements"
    for kind, value in {
        "int": "34",
        "long": "34",
        "decimal": "14.20",
        "string": "iceberg",
        "uuid": "f79c3e09-677c-4bbd-a479-3f349cb785e7",
        "binary": "00010203",
    }.items():
        for buckets in (1, 16, 100, 2**31 - 1):
            document = {"type": kind, "value": value, "buckets": buckets}
            found.add(f"specification/{kind}/of-{buckets}", document, source=spec)
    for name, value in {"zero": 0, "minus-one": -1, "max": 2**31 - 1, "min": -(2**31)}.items():
        for kind in ("int", "long", "decimal"):
            found.add(f"boundary/{kind}/{name}", {"type": kind, "value": str(value), "buckets": 16})
    for length in range(9):
        found.add(f"length/{length}", {"type": "binary", "value": "ff" * length, "buckets": 97})
    return found


AREA: Final = Area(
    name="iceberg_bucket",
    summary="Which bucket Iceberg puts a value into.",
    operations=(
        Operation(
            name=_NAME,
            summary="The bucket of a value: murmur3 of its bytes, without the sign, modulo the number of buckets.",
            original="org.apache.iceberg.transforms.Transforms.bucket(int).bind(Type).apply(Object)",
            python="pyiceberg.transforms.BucketTransform",
            family="iceberg-api",
            input=record(type={"enum": list(TYPES)}, value={"type": "string"}, buckets=INT32),
            answer=INT32,
            draw=draw,
            cases=cases,
            volume_rows=10,
        ),
    ),
    data=Path(__file__).parent,
    port="iceberg_bucket:PORT",
)


def _bucket(document: JSON) -> int:
    from pyiceberg import types  # noqa: PLC0415 - the area itself needs no PyIceberg
    from pyiceberg.transforms import BucketTransform  # noqa: PLC0415

    text = document["value"]
    kinds: dict[str, tuple[Any, Any]] = {
        "int": (types.IntegerType(), int),
        "long": (types.LongType(), int),
        "string": (types.StringType(), str),
        "uuid": (types.UUIDType(), uuid.UUID),
        "binary": (types.BinaryType(), bytes.fromhex),
        "decimal": (types.DecimalType(38, max(0, -Decimal(text).as_tuple().exponent)), Decimal)  # type: ignore[operator]
        if document["type"] == "decimal"
        else (None, str),
    }
    kind, read = kinds[document["type"]]
    return BucketTransform(document["buckets"]).transform(kind)(read(text))  # type: ignore[return-value]


PORT: Final = {_NAME: _bucket}
