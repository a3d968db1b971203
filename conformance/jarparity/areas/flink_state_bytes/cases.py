"""Hand-written cases of prefixes, composite keys and operator ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes.value_cases import LENGTHS, NULL, TEXTS
from jarparity.case_collector import Cases, named
from jarparity.values import state_values as values
from jarparity.values.boundary.keys import KEYS, key
from jarparity.values.boundary.state import COMPOSITES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_VOID: Final = key("void-namespace", None)
_USER, _WIN, _EMPTY = key("string", "user_1"), key("string", "win"), key("string", "")
_WINDOW: Final = key("time-window", {"start": "0", "end": "10"})
_MAX: Final = (1, 2, 127, 128, 129, 255, 256, 32768)
_OF_NO_JOB: Final = (0, -1, -(2**31), 2**31 - 1)


def prefixes() -> Iterable[Case]:
    """Cases of `flink.state.key-group-prefix`: around 128 key groups, signs, numbers beyond the prefix, cut bytes."""
    cases = Cases("flink.state.key-group-prefix")
    for groups in (*_MAX, *_OF_NO_JOB):
        for group in (0, 1, 53, 127, 128, 255, 256, 5173, 32767, 65535, 65536, -1, 2**31 - 1, -(2**31)):
            cases.add(f"max-{named(groups)}/group-{named(group)}", {"maxParallelism": groups, "keyGroup": group})
        for data in ("", "35", "0035", "3500", "80", "ff", "ffff", "8001", "143577"):
            document = {"direction": "decode", "maxParallelism": groups, "bytes": data}
            cases.add(f"decode/max-{named(groups)}/{data or 'nothing'}", document)
    return cases


def composite_keys() -> Iterable[Case]:
    """Cases of `flink.state.composite-key`."""
    cases = Cases("flink.state.composite-key")
    for name, document in (*_layouts(), *_scalars(), *_user_keys(), *_stored_keys()):
        cases.add(name, document)
    return cases


def _composite(groups: int, kind: JSON, of: JSON, namespace: JSON, **more: JSON) -> JSON:
    declared = {"namespaceType": namespace["type"], "namespace": namespace}
    return {"maxParallelism": groups, "keyType": kind, "key": of, **declared, **more}


def _layouts() -> Iterator[tuple[str, JSON]]:
    """Prefixes, texts, lengths, and composites under namespaces of fixed and of variable length."""
    for groups in _MAX:
        yield f"string/void/max-{groups}", _composite(groups, "string", _USER, _VOID)
        yield f"long/void/max-{groups}", _composite(groups, "long", key("long", "-2"), _VOID)
        yield f"string/string/max-{groups}", _composite(groups, "string", _USER, _WIN)
    yield from _of_no_job()
    for label, text in TEXTS.items():
        yield f"text/{label}/key", _composite(128, "string", key("string", text), _EMPTY)
        yield f"text/{label}/namespace", _composite(128, "string", _EMPTY, key("string", text))
    for length in LENGTHS:
        yield f"length/{length}/key", _composite(128, "string", key("string", "x" * length), _WIN)
        yield f"length/{length}/namespace", _composite(128, "string", _USER, key("string", "y" * length))
    for name, (kind, of) in COMPOSITES.items():
        for namespace in (_VOID, _WIN, _WINDOW):
            yield f"composite/{name}/{namespace['type']}", _composite(128, kind, of, namespace)
    for namespace in (_VOID, _WINDOW, key("global-window", None)):
        pair = key("tuple", [key("long", "7"), namespace])
        with_namespace = {"type": "tuple", "fields": ["long", namespace["type"]]}
        yield f"tuple-with/{namespace['type']}", _composite(128, with_namespace, pair, _WIN, keyGroup=5)
    for of in (_USER, key("long", "7"), _VOID):
        held = key("ttl", {"timestamp": "5", "value": of})
        yield f"ttl/{of['type']}", _composite(128, {"type": "ttl", "value": of["type"]}, held, _WIN, keyGroup=5)


def _of_no_job() -> Iterator[tuple[str, JSON]]:
    """Numbers of key groups that Flink refuses elsewhere: here they say how long a prefix is, and divide a hash."""
    read = {
        "direction": "decode",
        "keyType": "long",
        "namespaceType": "void-namespace",
        "bytes": "0035000000000000000700",
    }
    for groups in _OF_NO_JOB:
        name = f"of-no-job/max-{named(groups)}"
        yield name, _composite(groups, "string", _USER, _WIN)
        yield f"{name}/null", _composite(groups, "string", key("null", None), _WIN)
        yield f"{name}/read", {**read, "maxParallelism": groups}
        for group in (0, -1, 2**31 - 1):
            yield f"{name}/group-{named(group)}", _composite(groups, "long", key("long", "7"), _VOID, keyGroup=group)


def _scalars() -> Iterator[tuple[str, JSON]]:
    """Keys of each type at their boundaries; nulls; numbers by identity."""
    for kind in values.KEY_SCALARS:
        for label, of in KEYS[kind].items():
            for namespace in (_VOID, _WIN):
                name = f"scalar/{kind}/{label}/{namespace['type']}"
                yield name, _composite(128, kind, key(kind, of), namespace)
        yield f"null-key/{kind}", _composite(128, kind, NULL, _WIN, keyGroup=5)
        yield f"null-namespace/{kind}", _composite(128, "long", key("long", "7"), NULL, namespaceType=kind)
    yield "null-key/without-group", _composite(128, "string", NULL, _WIN)
    for label, number in (("zero", "0"), ("one", "1"), ("ten", "10")):
        for constant in (False, True):
            of = {**key("big-integer", number), "constant": constant}
            name = f"identity/{label}/{'constant' if constant else 'other'}"
            yield name, _composite(128, "big-integer", of, _VOID)


def _user_keys() -> Iterator[tuple[str, JSON]]:
    """Keys within maps: they have no length behind them."""
    for namespace in (_VOID, _WIN, _WINDOW, key("global-window", None), key("long", "5")):
        for label, user_key in (("string", key("string", "k")), ("long", key("long", "-1")), ("null", NULL)):
            more = {"userKeyType": "string" if label == "null" else label, "userKey": user_key}
            yield f"user-key/{namespace['type']}/{label}", _composite(128, "string", _USER, namespace, **more)


def _stored_keys() -> Iterator[tuple[str, JSON]]:
    """Every beginning of some composite keys, longer ones, and wrong lengths."""
    for name, groups, kind, namespace_type, data in (
        ("string-void", 128, "string", "void-namespace", "3507757365725f3100"),
        ("string-string", 128, "string", "string", "3507757365725f31070477696e04"),
        ("long-string", 129, "long", "string", "007200000000000000070477696e"),
        ("long-window", 128, "long", "time-window", "710000000000000007" + "00" * 15 + "0a"),
        ("timestamp-null", 128, "sql-timestamp", "void-namespace", "058000000000000000" + "00" * 4 + "00"),
    ):
        document = {"direction": "decode", "maxParallelism": groups, "keyType": kind, "namespaceType": namespace_type}
        for length in range(len(data) // 2 + 1):
            yield f"decode/{name}/first-{length}", {**document, "bytes": data[: 2 * length]}
        yield f"decode/{name}/longer", {**document, "bytes": f"{data}04"}
        yield f"decode/{name}/user-key", {**document, "bytes": f"{data}026b", "userKeyType": "string"}
    wrong = {"direction": "decode", "maxParallelism": 128, "keyType": "string", "namespaceType": "string"}
    yield "decode/wrong-lengths", {**wrong, "bytes": "3507757365725f31ff0477696eff"}


def operator_ids() -> Iterable[Case]:
    """Cases of `flink.operator.id`: each length of a block, and what is no UTF-8 of its own."""
    cases = Cases("flink.operator.id")
    for length in range(34):
        cases.add(f"length/{length}", {"uid": "abcdefghijklmnopqrstuvwxyz0123456789"[:length]})
    for label, text in TEXTS.items():
        cases.add(f"text/{label}", {"uid": text})
    for name in ("source", "counter-uid", "my-operator", "sink"):
        cases.add(f"uid/{name}", {"uid": name})
    for name, text in (("words", "Source: Custom Source"), ("emojis", "😀" * 9), ("umlauts", "é" * 17)):
        cases.add(f"uid/{name}", {"uid": text})
    return cases
