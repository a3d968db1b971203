"""`jarparity explain`: where Flink and Kafka put things, and what moves; a recorded case, a known bug."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

import click

from jarparity import catalogue, faults, registry
from jarparity.advice import keys, rescaling, sources
from jarparity.cli import explain_histories
from jarparity.cli import options as opt
from jarparity.cli.advice import PARALLELISM, ask, change, end_if_originals_differ, parallelism, refuse_greater
from jarparity.cli.commands import Refused, argument, choice, group, many, number, option
from jarparity.cli.explain_savepoint import savepoint
from jarparity.cli.output import show
from jarparity.originals import locked_lines
from jarparity.references.golden import GoldenReference
from jarparity.report import explained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references import LiveReference


_READ: Final = click.Path(exists=True, dir_okay=False, allow_dash=True)
_MOST: Final = 1_000_000
"""Partitions of a source."""


def _said(route: str, operation: str, ask_line: Callable[[LiveReference, Line], JSON]) -> dict[str, JSON]:
    """By line that has the operation, what its original says."""
    lines = [line for line in locked_lines() if registry.operation(operation).has(line)]
    with opt.opened_reference(route, lines) as live:
        return {str(line): ask_line(live, line) for line in lines}


def _topics(listed: Iterable[str]) -> dict[str, int]:
    """`a:5,b:5` as numbers of partitions by topic."""
    topics: dict[str, int] = {}
    for item in (item.strip() for text in listed for item in text.split(",")):
        topic, _, count = item.rpartition(":")
        if not topic or not (count.isascii() and count.isdigit()) or int(count) < 1:
            raise click.UsageError(f"--topics must be TOPIC:PARTITIONS, such as orders:12, not {item!r}")
        if topic in topics:
            raise click.UsageError(f"--topics names {topic} twice")
        topics[topic] = int(count)
    if sum(topics.values()) > _MOST:
        raise Refused(f"--topics has {sum(topics.values()):,} partitions, and may have {_MOST:,}")
    return topics


@group()
def explain() -> None:
    """Explain where keys, partitions, state and in-flight records go, consumer groups, a vector, a known bug.

    Examples:
      jarparity explain key user_123 --max-parallelism 128 --parallelism 4
      jarparity explain rescale --max-parallelism 128 --from 4 --to 5
      jarparity explain savepoint checkpoints/chk-7
      jarparity explain source --topics a:5,b:5,c:5,d:5 --parallelism 10
      jarparity explain group history.json
      jarparity explain rebalances history.json
      jarparity explain case long/minus-one/max-128
      jarparity explain case --operation 'kafka.*' 'published/*'
      jarparity explain tag finish-masked
    """


for _command in (savepoint, explain_histories.group, explain_histories.classic):
    explain.add_command(_command)


@explain.command()
def key(
    *,
    text: str = argument("key", metavar="KEY"),
    type_: str = choice(
        "--type",
        *keys.JAVA_CLASSES,
        default="string",
        metavar="TYPE",
        help=f"The key's Java type: {', '.join(keys.JAVA_CLASSES)}. Tuples, lists and rows are written as JSON.",
    ),
    maximum: int | None = option("--max-parallelism", **PARALLELISM, help="The job's number of key groups."),
    parallelism: int | None = option("--parallelism", **PARALLELISM, help="The operator's parallelism."),
    partitions: int | None = number(
        "--partitions",
        most=2**31 - 1,
        help="A Kafka topic's number of partitions: to which goes KEY? Without the other two, only that is shown.",
    ),
    form: str = opt.formats(),
) -> None:
    """Explain where KEY goes: its hash code, murmur, key group, subtask, and Kafka's partition beside it.

    The same text in another Java type is another key: compare --type long with --type string.

    Examples:
      jarparity explain key user_123 --max-parallelism 128 --parallelism 4
      jarparity explain key --type long --max-parallelism 720 --parallelism 20 -- -1
      jarparity explain key user_123 --partitions 12
      jarparity explain key --type tuple --max-parallelism 128 --parallelism 4 '[{"type":"string","value":"a"}]'
    """
    is_flink = maximum is not None or parallelism is not None or partitions is None
    if is_flink and maximum is None:
        raise click.UsageError("Missing option '--max-parallelism'. Kafka's partition alone needs --partitions only.")
    if is_flink and parallelism is None:
        raise click.UsageError("Missing option '--parallelism'.")
    maximum, parallelism = maximum or 1, parallelism or 1
    refuse_greater(parallelism, maximum)
    try:
        key = keys.key_document(text, type_)
    except ValueError as error:
        raise click.UsageError(_with_example(str(error), type_)) from error
    question = {
        "key": key,
        "maxParallelism": maximum,
        "parallelism": parallelism,
        "partitions": partitions or parallelism,
    }
    of_key = {"key.value[": "KEY[", "key.value.": "KEY.", "key.value": f"KEY of type {type_}"}
    try:
        route = ask("key-route", question, of_key)
    except Refused as error:
        raise Refused(_with_example(error.message, type_)) from error
    show(keys.way(text, question, route, partitions) if is_flink else keys.kafka_way(text, question, route), form)


def _with_example(message: str, type_: str) -> str:
    """What a KEY that is refused looks like; where the message is of something else, or says it, as it is."""
    if not message.startswith("KEY") or "such as" in message or "UTF-8" in message:
        return message
    return f"{message}; write one such as {keys.EXAMPLES[type_]}"


@explain.command()
def rescale(*, change: JSON = change(), form: str = opt.formats()) -> None:
    """Explain which key groups move from which old subtask to which new one, how many, and how much stays.

    `copartition.advice.rescale_plan` also counts the bytes that move, from the sizes of keys.

    Examples:
      jarparity explain rescale --max-parallelism 128 --from 4 --to 5
      jarparity explain rescale --max-parallelism 720 --from 20 --to 24 --format json
    """
    show(rescaling.plan(change, ask("rescale-plan", change)), form)


@explain.command("in-flight")
def in_flight(
    *,
    change: JSON = change(),
    reference: str | None = opt.reference(
        "jpype", "gateway", what="Ask the real classes, too, of every Flink release."
    ),
    form: str = opt.formats(),
) -> None:
    """Explain which in-flight records of an unaligned checkpoint are lost, because their new owner doesn't read them.

    SubtaskStateMapper.RANGE assumes a maximum parallelism of 32768. Where the job's is not a power of two, and the old
    times the new parallelism is above 32768, it may leave out an old subtask whose key groups the new subtask owns.

    Examples:
      jarparity explain in-flight --max-parallelism 195 --from 187 --to 195
      jarparity explain in-flight --max-parallelism 600 --from 179 --to 200 --reference jpype
    """
    document: JSON = {**change, "gaps": ask("in-flight-gaps", change)}
    if reference is not None:
        document["originals"] = _said(
            reference, "flink.rescale.in-flight", lambda live, line: rescaling.original_gaps(live, line, change)
        )
    show(rescaling.in_flight(document), form)
    end_if_originals_differ((rescaling.agreeing(document) or {}).values())


@explain.command()
def source(
    *,
    topics: dict[str, int] = many(
        "--topics",
        required=True,
        metavar="TOPIC:PARTITIONS,…",
        help="The topics and their numbers of partitions.",
        made=_topics,
    ),
    parallelism: int = parallelism("The source's parallelism."),
    old: int | None = option(
        "--from",
        **PARALLELISM,
        help="The parallelism at which the job started: who reads what once it is restored at --parallelism?",
    ),
    connector: str | None = option(
        "--connector",
        metavar="VERSION",
        help="The release of flink-connector-kafka: from where are added partitions read?  [default: the newest]",
    ),
    reference: str | None = opt.reference(
        "jpype", "gateway", what="Ask the real class, too, of every release of the connector."
    ),
    form: str = opt.formats(),
) -> None:
    """Explain which subtask of a Kafka source reads which partitions, which idle, and what added partitions do.

    Each topic's partitions are assigned round-robin, beginning at a subtask that depends on the topic's name and the
    parallelism only. So several small topics may meet on some subtasks and leave others without any. A job that is
    restored at another parallelism deals the partitions that its readers had round the subtasks instead.

    Examples:
      jarparity explain source --topics a:5,b:5,c:5,d:5 --parallelism 10
      jarparity explain source --topics orders:12 --topics payments:12 --parallelism 24 --connector 3.0.2-1.18
      jarparity explain source --topics a:5,b:5 --parallelism 10 --reference jpype
      jarparity explain source --topics orders:12,clicks:5 --from 6 --parallelism 9 --format json
    """
    if old is not None and reference is not None:
        raise click.UsageError("--reference asks the class that assigns at the first start; leave --from out")
    question: JSON = {"topics": topics, "parallelism": parallelism}
    if old is not None:
        question["oldParallelism"] = old
    if connector is not None:
        question["connector"] = connector
    document: JSON = {**question, **ask("source-placement", question, {"version": "--connector", "topics": "--topics"})}
    if reference is not None:
        document["originals"] = _said(reference, sources.OWNER, lambda live, line: sources.agrees(live, line, document))
    show(sources.placed(document), form)
    end_if_originals_differ(document.get("originals", {}).values())


@explain.command()
def case(
    *,
    name: str = argument("id", metavar="ID"),
    operations: opt.Chosen[Operation] = opt.operations("Only cases of these operations."),
    form: str = opt.formats(),
) -> None:
    """Explain the recorded cases with this ID (a glob): input, answers by release, the bugs that they catch.

    Also shows which Java method answers, which Python function does the same, and how to check a port on the case.

    Examples:
      jarparity explain case long/minus-one/max-128
      jarparity explain case --format json 'string/*'
    """
    golden = GoldenReference.default()
    recorded = [vector for operation in operations for vector in golden.vectors(operation.name)]
    found = [vector for vector in recorded if fnmatchcase(vector.case.id, name)]
    if not found:
        ids = dict.fromkeys(vector.case.id for vector in recorded)
        near = catalogue.nearest(name, ids, "globs such as 'string/*' find what there is")
        raise Refused(f"no recorded case is called {name}{near}")
    show(explained.cases(found), form)


@explain.command()
def tag(*, name: str = argument("tag", metavar="TAG"), form: str = opt.formats()) -> None:
    """Explain a known bug: what the port does, what Java does, where it was seen, which cases catch it.

    A glob lists the bugs with such names.

    Examples:
      jarparity explain tag finish-masked
      jarparity explain tag 'sign-*'
      jarparity explain tag crc32 --format json
    """
    if set(name) & set("*?["):
        matching = [fault for fault in faults.tagged_faults() if fnmatchcase(fault.tag, name)]
        if not matching:
            raise Refused(f"no tag matches {name}; `jarparity explain tag '*'` lists all that there are")
        show(explained.bugs(matching), form)
        return
    try:
        fault = faults.named(name)
    except KeyError as error:
        message = str(error.args[0])
        advice = "" if "did you mean" in message else "; `jarparity explain tag '*'` lists all that there are"
        raise Refused(message + advice) from None
    golden = GoldenReference.default()
    found = [v for name in fault.operations for v in golden.vectors(name) if fault.tag in v.case.tags]
    show(explained.bug(fault, found), form)
