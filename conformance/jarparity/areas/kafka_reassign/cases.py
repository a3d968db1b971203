"""Hand-written cases of `kafka.reassign.*`: `cases.json`, in which a file's text is mostly written as its JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_TOPIC: Final = '"t"'
_ENTRY: Final = f'{{"topic":{_TOPIC},"partition":0,"replicas":[1]}}'
_EXTREMES: Final = {
    "digits-1000": "-" + "7" * 1000,
    "digits-1001": "-" + "7" * 1001,
    "digits-5000": "7" * 5000,
    "levels-997": "[" * 997 + "]" * 997,
    "levels-999": "[" * 999 + "]" * 999,
    "levels-1000": '{"a":' * 1000 + "[]" + "}" * 1000,
    "levels-1500": "[" * 1500 + "7" * 1001 + "]" * 1500,
    "levels-400/spaces": '{ "a" : [ 1 , ' * 200 + "[ ]" + " ] }" * 200,
    "long-before-deep": "[" + "7" * 1001 + "," + "[" * 1001 + "]" * 1001 + "]",
    "half-a-pair": '"a\\ud800b"',
    "half-a-pair/low": '"\\udc00"',
    "half-a-pair/other-half-escaped": '"\ud83d\\ude00"',
    "half-a-pair/turned-round": '"\\ude00\\ud83d"',
}
"""Values that Python reads otherwise than Jackson, if it isn't careful."""

_LONG: Final = "n" * 50_001
_NAMES: Final = {
    "name-50000": f'{{"{_LONG[1:]}":1}}',
    "name-50001": f'{{"{_LONG}":1}}',
    "name-before-digits": f'[{{"{_LONG}":1}},{"7" * 1001}]',
}
"""Names of fields about as long as Jackson takes them."""

_FILE: Final = Path(__file__).with_name("cases.json")


def hand_written(operation: str) -> Cases:
    """Cases of an operation."""
    cases = Cases(operation).read(_FILE, _expand)
    if operation == "kafka.reassign.parse":
        for name, value in _EXTREMES.items():
            cases.add(f"extreme/{name}", {"json": f'{{"partitions":[{_ENTRY}],"more":{value}}}'})
            cases.add(f"extreme/{name}/topic", {"json": f'{{"partitions":[{_ENTRY.replace(_TOPIC, value)}]}}'})
        for name, value in _NAMES.items():
            cases.add(f"extreme/{name}", {"json": f'{{"partitions":[{_ENTRY}],"more":{value}}}'})
        cases.add("extreme/half-a-pair/names", {"json": '{"version":{"\ud83d\\ude00":1,"\\ud83d\ude00":2,"😀":3}}'})
    return cases


def _expand(_: str, document: JSON) -> JSON:
    if not isinstance(document.get("json"), dict):
        return document
    return {**document, "json": json.dumps(document["json"], ensure_ascii=False)}
