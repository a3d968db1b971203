"""The tables of Kafka's messages, made of the schemas that its own JARs bring along: the port's, and the kit's.

A line is a form of a message: from a release on it has these versions and fields. A field is a line of words, which
`copartition.kafka.messages.fields` explains.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

import click

from jarparity import whole_file
from quality.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jarparity.answers import JSON

TABLES: Final = (
    ROOT / "python_impl/copartition/kafka/messages/messages.jsonl",
    ROOT / "conformance/jarparity/areas/kafka_messages/messages.jsonl",
)
_SCHEMA: Final = re.compile(r"common/message/\w+\.json")
_COMMENT: Final = re.compile(rb"^\s*//.*$", re.MULTILINE)
_RELEASE: Final = re.compile(r"kafka-clients-(\d+\.\d+\.\d+)\.jar")
_LIST: Final = "[]"
_NONE: Final = "none"
_HIGHEST: Final = (1 << 15) - 1


def schemas(jar: Path) -> dict[str, Any]:
    """The schemas of a JAR by the message's name, without those of which no version is left."""
    with ZipFile(jar) as opened:
        found = [
            json.loads(_COMMENT.sub(b"", opened.read(name))) for name in opened.namelist() if _SCHEMA.fullmatch(name)
        ]
    return {each["name"]: each for each in found if each["validVersions"] != _NONE}


def form(schema: Mapping[str, Any]) -> dict[str, JSON]:
    """A message's versions and fields, as the tables have them."""
    valid = _range(schema["validVersions"])
    structs = {each["name"]: each["fields"] for each in schema.get("commonStructs", [])}
    lines: dict[str, list[str]] = {}

    def of(fields: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        for field in fields:
            name = field["type"].removeprefix(_LIST)
            parts = field.get("fields") or structs.get(name)
            if parts is not None and name not in lines:
                lines[name] = []
                lines[name] += of(parts)
            yield _line(field, valid)

    own = list(of(schema["fields"]))
    made: dict[str, JSON] = {"name": schema["name"]}
    if "apiKey" in schema:
        made["api"] = schema["apiKey"]
    made["versions"] = schema["validVersions"]
    flexible = schema["flexibleVersions"]
    if flexible != _NONE:
        made["flexible"] = flexible
    return {**made, "fields": own, "structs": lines}


def _line(field: Mapping[str, Any], valid: range) -> str:
    """A field in words; what every version has isn't said."""
    words = [field["name"][0].lower() + field["name"][1:], field["type"]]
    here = _within(_range(field.get("versions", field.get("taggedVersions"))), valid)
    if here != valid:
        words += ["versions", field["versions"]]
    null_in = _within(_range(field.get("nullableVersions", _NONE)), here)
    if null_in:
        words += ["nullable", "all" if null_in == here else field["nullableVersions"]]
    if "tag" in field:
        words += ["tag", str(field["tag"])]
    if (default := field.get("default")) is not None:
        words += ["default", str(default).lower() or '""']
    if field.get("ignorable", False):
        words.append("ignorable")
    if field.get("flexibleVersions") == _NONE:
        words.append("inflexible")
    if field.get("zeroCopy", False):
        words.append("zero-copy")
    return " ".join(words)


def _range(versions: str) -> range:
    if versions == _NONE:
        return range(0)
    first, _, last = versions.partition("-")
    if versions.endswith("+"):
        return range(int(versions[:-1]), _HIGHEST)
    return range(int(first), int(last or first) + 1)


def _within(versions: range, others: range) -> range:
    return range(max(versions.start, others.start), min(versions.stop, others.stop))


def table(jars: Iterable[Path]) -> str:
    """The forms of all messages, those of a message in the order of releases."""
    known: dict[str, list[dict[str, JSON]]] = {}
    for release, jar in sorted((_numbers(jar), jar) for jar in jars):
        here = {name: form(schema) for name, schema in schemas(jar).items()}
        first = not known
        since = {} if first else {"since": ".".join(map(str, release))}
        for name, made in here.items():
            forms = known.setdefault(name, [])
            if not forms or {**forms[-1], "since": ""} != {**made, "since": ""}:
                forms.append({"name": made.pop("name"), **since, **made})
        for name in known.keys() - here:
            if "gone" not in known[name][-1]:
                known[name].append({"name": name, **since, "gone": True})
    ordered = [each for name in sorted(known) for each in known[name]]
    return "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in ordered)


def _numbers(jar: Path) -> tuple[int, ...]:
    found = _RELEASE.fullmatch(jar.name)
    if found is None:
        raise click.UsageError(f"{jar.name} is no JAR of kafka-clients: its name must be kafka-clients-4.3.1.jar, say")
    return tuple(map(int, found[1].split(".")))


@click.command()
@click.argument("jars", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
def command(jars: tuple[Path, ...]) -> None:
    """Writes the tables of messages, from kafka-clients JARs of all releases since 3.9.0.

    Example: python -m quality messages kafka-clients-3.9.2.jar kafka-clients-4.0.2.jar
    """
    lines = table(jars).splitlines(keepends=True)
    for path in TABLES:
        path.parent.mkdir(exist_ok=True)
        whole_file.replace(path, "".join(lines).encode())
        click.echo(f"wrote {path.relative_to(ROOT)}: {len(lines)} forms")
