"""`jarparity explain group` and `jarparity explain rebalances`: what happened to a consumer group, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from jarparity import catalogue, registry
from jarparity.advice import agrees, groups, rebalances
from jarparity.cli import options as opt
from jarparity.cli.advice import ask, end_if_originals_differ
from jarparity.cli.commands import Refused, argument, command
from jarparity.cli.output import progress, show
from jarparity.plain_json import parse
from jarparity.validation import validate_input

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON
    from jarparity.lines import Line


_READ: Final = click.Path(exists=True, dir_okay=False, allow_dash=True)
_LINES: Final = "Only these releases, such as '* 4.4.*'."


def _history(
    operation: str, completed: Callable[[JSON], JSON], asked: Callable[[JSON], JSON] = lambda history: history
) -> Callable[[str], JSON]:
    """Reads a history for an operation, and completes it; `asked` gives what of it the operation takes."""

    def read(path: str) -> JSON:
        with click.open_file(path, "rb") as file:
            text = file.read()
        try:
            history = completed(parse(text))
            validate_input(operation, asked(history))
        except ValueError as error:
            place = "standard input" if path == "-" else path
            raise Refused(f"{place}: {error}".replace("input.", "")) from error
        return history

    return read


def _by_originals(operation: str, reference: str | None, lines: Sequence[Line], history: JSON) -> JSON:
    """Whether the originals agree, as a field of a document; no field, where they aren't asked."""
    if reference is None:
        return {}
    with opt.opened_reference(reference, lines) as live:
        return {"originals": {f"{line}": agrees(operation, live, line, history) for line in lines}}


@command()
def group(
    *,
    history: JSON = argument("file", metavar="FILE", type=_READ, made=_history(groups.COORDINATOR, groups.completed)),
    lines: opt.Chosen[Line] = opt.lines(_LINES),
    reference: str | None = opt.reference("jpype", "gateway", what="Ask the real GroupMetadataManager, too."),
    form: str = opt.formats(),
) -> None:
    """Explain where the members of a group of Kafka 4's protocol stand after a history, and why one waits, by release.

    FILE (- for standard input) is JSON: the cluster's topics with their numbers of partitions, and what happens, step
    by step. Settings that it lacks are Kafka's own. Groups of the classic protocol, whose leader assigns, are
    explained by `explain rebalances`.

      {"topics": {"t": 3}, "steps": [
        {"op": "heartbeat", "member": "A", "epoch": 0, "timeoutMs": 300000, "topics": ["t"], "owned": {}},
        {"op": "sleep", "ms": 1000},
        {"op": "heartbeat", "member": "B", "epoch": 0, "timeoutMs": 300000, "topics": ["t"], "owned": {}}]}

    `jarparity list --format json kafka.group.coordinator` has the schema of all steps and settings; FILE may leave out
    `assignors`, `config` and the ids of topics, and `owned` may name topics.

    Examples:
      jarparity explain group history.json
      jarparity explain group history.json --line '* 4.4.0' --line '* 4.2.0'
      jarparity explain group history.json --reference jpype
    """
    wanted = catalogue.releases_with([registry.operation(groups.COORDINATOR)], lines.patterns)
    document: JSON = {
        "releases": {line.version: ask("consumer-group", {**history, "release": line.version}) for line in wanted},
        **_by_originals(groups.COORDINATOR, reference, wanted, history),
    }
    show(groups.status(document), form)
    end_if_originals_differ(document.get("originals", {}).values())


@command("rebalances")
def classic(
    *,
    history: JSON = argument(
        "file",
        metavar="FILE",
        type=_READ,
        made=_history(rebalances.REBALANCES, rebalances.completed, rebalances.without_releases),
    ),
    lines: opt.Chosen[Line] = opt.lines(_LINES),
    reference: str | None = opt.reference("jpype", "gateway", what="Ask the real assignors, too."),
    form: str = opt.formats(),
) -> None:
    """Explain who gets which partitions at each rebalance of a group of the classic protocol, by release.

    FILE (- for standard input) is JSON: an assignor, the cluster's topics with their numbers of partitions, and what
    happens, step by step. The assignor is range (which it is without one), round-robin, sticky, cooperative-sticky, or
    its class as partition.assignment.strategy has it. The member that joined first leads.

      {"assignor": "sticky", "topics": {"t": 3}, "steps": [
        {"op": "join", "member": "A", "topics": ["t"]}, {"op": "rebalance"},
        {"op": "join", "member": "B", "topics": ["t"]}, {"op": "rebalance"}]}

    Other steps are leave (of a member), subscribe (a member, to topics), addTopic and addPartitions (a topic, and how
    many partitions it has then). A join may have an instance (of a static member), and a release of its own while a
    group is upgraded; all others have the one that is asked.

    Examples:
      jarparity explain rebalances history.json
      jarparity explain rebalances history.json --line '* 2.8.2' --line '* 3.9.2'
      jarparity explain rebalances history.json --reference jpype
    """
    operation = registry.operation(rebalances.REBALANCES)
    having = catalogue.releases_with([operation], lines.patterns)
    wanted = operation.eligible_lines(having, rebalances.without_releases(history))
    if not wanted:
        raise Refused(
            f"cooperative-sticky and static members are there from kafka-clients 2.4 on; this asks {having[-1]} at most"
        )
    own = rebalances.of_own_release(history)
    if any(own) and reference is not None:
        raise Refused("the real assignors take groups of one release: leave --reference out, or the members' releases")
    others = not (own and all(own))
    if not others:
        having = wanted = wanted[-1:]
    releases: dict[str, JSON] = {}
    with progress("rebalances", len(wanted)) as step:
        for line in wanted:
            step(str(line))
            said = ask("rebalances", {**history, "release": line.version})
            releases[line.version] = {**said, "faults": rebalances.faults(history, said)}
            step(str(line), 1)
    document: JSON = {
        "assignor": history["assignor"],
        "mixed": any(own),
        "others": others,
        "releases": releases,
        **_by_originals(rebalances.REBALANCES, reference, wanted, history),
    }
    show(rebalances.moved(document, [line.version for line in having if line not in wanted]), form)
    end_if_originals_differ(document.get("originals", {}).values())
