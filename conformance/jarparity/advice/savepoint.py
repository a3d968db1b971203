"""What is in a savepoint, for people: operators, states, where the bytes are, whether it could be restored."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Final

from jarparity.advice import counted, more, span
from jarparity.report.charts.amounts import NOTHING, share, shown_key, size, times
from jarparity.report.tables import Column, Document, Fields, Items, Note, Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.report.tables import Block

_SHOWN: Final = 16
"""Subtasks, states, files and places of damage that are listed."""

_WIDTH: Final = 40
"""Characters of a key."""

_LONG: Final = 300
"""Characters of a path, and of an error."""

_TONES: Final = {"yes": "good", "no": "bad"}


def document(answer: JSON) -> Document:
    """The whole answer; in JSON it is as `savepoint.schema.json` describes it."""
    operators = (Section(title(operator), tuple(blocks(operator))) for operator in answer["operators"])
    return Document((*head(answer), *operators), answer, title="Keyed state", subtitle=answer["file"])


def unnamed(answer: JSON, uids: Iterable[str]) -> Iterator[str]:
    """A sentence for each uid that names no operator, with those that are there; of one without a uid, its id."""
    known = {operator["uid"] for operator in answer["operators"]}
    there = [shown(operator["uid"] or operator["id"] or "") for operator in answer["operators"]]
    listed = ", ".join([name for name in there if name][:_SHOWN])
    left = f" and {len(there) - _SHOWN:,} more" if len(there) > _SHOWN else ""
    are = f"there {'is' if len(there) == 1 else 'are'} {listed}{left}" if listed else "there is none with an id"
    for uid in dict.fromkeys(uids):
        if uid not in known:
            yield f"{shlex.quote(shown(uid))} names no operator: {are}"


def head(answer: JSON) -> Iterator[Block]:
    """What is known of all of it."""
    yield f"{shown(answer['file'], _LONG)}: {_kind(answer)}, {counted(answer['size'], 'byte')}"
    yield _verdict(answer["restorable"])
    damage = answer["damage"]
    if damage:
        yield Section("Damage", (Items(tuple(map(_damage, damage[:_SHOWN]))), *more(len(damage), _SHOWN)), tone="bad")
    if not answer["operators"]:
        yield "no operator can be read" if damage else "it has no operators"


def _kind(answer: JSON) -> str:
    if answer["kind"] == "stream":
        return "a subtask's stream of keyed state"
    checkpoint = "" if answer["checkpointId"] is None else f" of checkpoint {answer['checkpointId']}"
    return f"metadata{checkpoint}, version {answer['metadataVersion'] or 'unknown'}"


def _verdict(restorable: str) -> Note:
    said = {
        "yes": "yes",
        "no": "no",
        "unknown": "unknown; nothing was found at which a restore fails, but not all is certain",
    }
    return Note(f"could be restored: {said[restorable]}", _TONES.get(restorable, "warning"))  # type: ignore[arg-type]


def _damage(damage: JSON) -> str:
    where = [f"{shown(damage['file'], _LONG)}, byte {damage['byte']:,}"]
    where += [] if damage["operator"] is None else [f"operator {damage['operator']}"]
    where += [] if damage["subtask"] is None else [f"subtask {damage['subtask']}"]
    where += [] if damage["keyGroup"] is None else [f"key group {damage['keyGroup']}"]
    return f"{', '.join(where)}: {shown(damage['what'], _LONG)}"


def title(operator: JSON) -> str:
    """An operator, by the best name that it has."""
    if operator["id"] is None:
        return f"Operator of the stream: max parallelism {operator['maxParallelism']:,}"
    names = [shown(operator[name]) for name in ("name", "uid") if operator[name]]
    named = f"{', uid '.join(names)} ({operator['id']})" if operator["name"] else " ".join([*names, operator["id"]])
    return f"Operator {named}: parallelism {operator['parallelism']:,}, max parallelism {operator['maxParallelism']:,}"


def blocks(operator: JSON) -> Iterator[Block]:
    """All of an operator."""
    yield from verdict(operator)
    keyed = operator["keyed"]
    if keyed is None:
        yield "no keyed state"
    else:
        yield from about(operator)
        yield from states(keyed)
        yield from largest(keyed)
        now = operator["parallelism"]
        for rescaling in keyed["rescalings"]:
            yield from subtasks(rescaling, now)
        yield from rescalings(operator)
    yield from files(operator)


def verdict(operator: JSON) -> Iterator[Block]:
    """Whether an operator could be restored, and why not."""
    yield _verdict(operator["restorable"])
    if operator["reasons"]:
        yield Items(tuple(shown(reason, _LONG) for reason in operator["reasons"]))
    finished = operator["finished"]
    if finished and len(finished) == operator["parallelism"]:
        yield "all of it had finished"
    elif finished:
        yield f"had finished: {_numbers('subtask', finished)}"


def about(operator: JSON) -> Iterator[Block]:
    """How much keyed state there is, and where most of it."""
    keyed = operator["keyed"]
    sizes = keyed["keyGroups"]["bytes"]
    rows = [
        ("format", ", ".join(dict.fromkeys(file["form"] for file in keyed["files"]))),
        ("keys", type_text(keyed["keyType"])),
        ("entries", f"{keyed['entries']:,}"),
        ("bytes", size(keyed["bytes"])),
        ("key groups", f"{sum(map(bool, sizes)):,} of {len(sizes):,} have entries"),
    ]
    if any(sizes):
        busiest = max(range(len(sizes)), key=sizes.__getitem__)
        rows.append(("most bytes", f"key group {busiest}: {size(sizes[busiest])}, {share(sizes[busiest], sum(sizes))}"))
    if (first := keyed["misplaced"]["first"]) is not None:
        where = f"{value_text(first['key'])} of {shown(first['state'])}, in key group {first['keyGroup']}"
        rows.append(("misplaced", f"{keyed['misplaced']['entries']:,}; first {where}, belongs to {first['belongsTo']}"))
    if keyed["withoutState"]:
        rows.append(("no keyed state", _numbers("subtask", keyed["withoutState"])))
    yield Fields.of(rows)


def states(keyed: JSON) -> Iterator[Block]:
    """The states with their types."""
    rows = (
        [
            shown(state["name"]),
            state["kind"],
            type_text(state["type"]),
            type_text(state["namespaceType"]),
            state["entries"],
            state["pairs"],
            size(state["bytes"]),
            share(state["bytes"], keyed["bytes"]),
        ]
        for state in keyed["states"]
    )
    named: list[Column | str] = ["state", "kind", "type", "namespaces"]
    if keyed["states"]:
        yield Table.of([*named, *_numbers_of("entries", "pairs", "bytes", "of all")], rows, "States")


def largest(keyed: JSON) -> Iterator[Block]:
    """The largest entries."""
    rows = (
        [
            shown(each["state"]),
            value_text(each["key"]),
            value_text(each["namespace"]),
            str(each["keyGroup"]),
            each["pairs"],
            size(each["bytes"]),
            share(each["bytes"], keyed["bytes"]),
        ]
        for each in keyed["largest"]
    )
    columns: list[Column | str] = ["state", Column("key", code=True), "namespace", *_numbers_of("key group")]
    if keyed["largest"]:
        yield Table.of([*columns, *_numbers_of("pairs", "bytes", "of all")], rows, "Largest entries")


def subtasks(rescaling: JSON, now: int | None, most: int = _SHOWN) -> Iterator[Block]:
    """What each subtask would have at a parallelism; where there are many, the busiest."""
    every = rescaling["subtasks"]
    if every is None:
        return
    total = sum(each["bytes"] for each in every)
    listed = sorted(sorted(range(len(every)), key=lambda at: -every[at]["bytes"])[:most])
    rows = (
        [
            str(at),
            span(every[at]["range"]),
            every[at]["entries"],
            size(every[at]["bytes"]),
            share(every[at]["bytes"], total),
        ]
        for at in listed
    )
    left = len(every) - len(listed)
    is_now = " (now)" if rescaling["parallelism"] == now else ""
    more_ = f"; {left:,} more in JSON" if left else ""
    named: list[Column | str] = ["subtask", "key groups"]
    caption = f"Subtasks at parallelism {rescaling['parallelism']:,}{is_now}{more_}"
    yield Table.of([*named, *_numbers_of("entries", "bytes", "of all")], rows, caption)


def rescalings(operator: JSON) -> Iterator[Block]:
    """How even the subtasks would be at each parallelism, and what would move."""
    keyed, now = operator["keyed"], operator["parallelism"]

    def cells(each: JSON) -> list[str]:
        at = f"{each['parallelism']:,}" + (" (now)" if each["parallelism"] == now else "")
        if each["subtasks"] is None:
            return [at, "above the max parallelism", *[NOTHING] * 3]
        counts = [subtask["bytes"] for subtask in each["subtasks"]]
        even = times(max(counts) * len(counts) / sum(counts) if sum(counts) else None)
        moves = each["moves"]
        if moves is None:
            return [at, even, *[NOTHING] * 3]
        moving = f"{size(moves['bytes'])} ({share(moves['bytes'], keyed['bytes'])})"
        return [at, even, f"{moves['keyGroups']:,}", f"{moves['entries']:,}", moving]

    names = _numbers_of("busiest ÷ average", "key groups that move", "entries that move", "bytes that move")
    if keyed["rescalings"]:
        marked = (at for at, each in enumerate(keyed["rescalings"]) if each["parallelism"] == now)
        rows = map(cells, keyed["rescalings"])
        yield Table.of(["parallelism", *names], rows, "A rescale, by bytes", *marked)


def files(operator: JSON, most: int = _SHOWN) -> Iterator[Block]:
    """The files, those with a fault first."""
    every = [*(operator["keyed"] or {"files": []})["files"], *operator["others"]]
    rows = (
        [
            NOTHING if file["subtask"] is None else str(file["subtask"]),
            NOTHING if file["range"] is None else span(file["range"]),
            file["form"],
            NOTHING if file["size"] is None else size(file["size"]),
            shown(file["name"], _LONG),
            shown(file["fault"] or "", _LONG),
        ]
        for file in sorted(every, key=lambda file: file["fault"] is None)[:most]
    )
    if every:
        left = f"; {len(every) - most:,} more in JSON" if len(every) > most else ""
        columns = ["subtask", "key groups", "format", *_numbers_of("bytes"), "file", ""]
        yield Table.of(columns, rows, f"Files of state{left}")
    if operator["others"]:
        yield "what is no keyed state (operator state, a source's splits, its coordinator) is not looked into"


def shown(text: str, width: int = _WIDTH) -> str:
    """A text on one line, and printable whatever is in it."""
    return shown_key(text, width)


def type_text(kind: JSON) -> str:
    """A type as one writes it: `map(string, long)`; of an unknown serializer its class."""
    if not isinstance(kind, dict):
        return NOTHING if kind is None else str(kind)
    if "class" in kind and "type" not in kind:
        return shown(kind["class"].rpartition(".")[2])
    parts = (part for name, part in kind.items() if name != "type")
    return f"{kind['type']}({', '.join(', '.join(_types(part)) for part in parts)})"


def _types(part: JSON) -> Iterable[str]:
    return map(type_text, part) if isinstance(part, list) else [type_text(part)]


def value_text(value: JSON) -> str:
    """A key or a namespace on one line."""
    if value is None:
        return ""
    if isinstance(value, dict) and isinstance(value.get("value", 0), str | None):
        return shown(value["value"] or "")
    if isinstance(value, dict) and "bytes" in value:
        return shown(f"bytes {value['bytes']}")
    plain = value["value"] if isinstance(value, dict) and "value" in value else value
    return shown(json.dumps(plain, ensure_ascii=False, separators=(",", ":")))


def _numbers_of(*names: str) -> list[Column | str]:
    return [number(name) for name in names]


def _numbers(thing: str, numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers[:_SHOWN]))
    left = f" and {len(numbers) - _SHOWN:,} more" if len(numbers) > _SHOWN else ""
    return f"{thing}{'' if len(numbers) == 1 else 's'} {listed}{left}"
