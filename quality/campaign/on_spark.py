"""A stage on Spark: keys by the check of whole columns, everything else by the search."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.answers import Value, to_json
from jarparity.cases import Case
from jarparity.check.tally import size
from jarparity.originals import Originals, locked_lines, silent
from jarparity.spark.blocks import block_of
from jarparity.spark.checking import Check
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.search import claimed, compare, smaller
from jarparity.spark.search_tasks import REFERENCE, Search
from jarparity.spark.verdict import remove
from jarparity.spark.worker_port import WorkerPort
from jarparity.verdicts import Agrees, Differs, Errored
from quality.campaign.journal import Outcome
from quality.campaign.key_stages import COLUMN, KeyStage
from quality.campaign.plan import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyspark.sql import SparkSession

    from jarparity.answers import JSON
    from jarparity.originals import Progress
    from jarparity.spark.verdict import PlacementVerdict
    from quality.campaign.plan import Plan, Stage

_LONGEST: Final = 10_000
"""Characters of an answer in the journal at most."""


class OnSpark:
    """Does stages in one session."""

    def __init__(
        self, session: SparkSession, plan: Plan, port: str | None, scratch: str, progress: Progress = silent
    ) -> None:
        """Nothing is asked yet.

        Args:
            session: Where.
            plan: What the stages are parts of.
            port: The port, as `module:attribute`; None for our own.
            scratch: A folder that all executors reach, for what checks write while they run.
            progress: Notified of each step.
        """
        self._session, self._plan, self._scratch, self._progress = session, plan, scratch, progress
        self._port, self._originals = WorkerPort(port), Originals.default()

    def __call__(self, stage: Stage) -> Outcome:
        """The outcome of a stage.

        Raises:
            SparkPipelineError: Spark failed, or what it says isn't whole.
            BridgeError: An original can't be asked about a failure.
            OriginalsError: The JARs can't be had, or are not the locked ones.
        """
        started = time.monotonic()
        try:
            with explained("Spark failed"):
                outcome = self._outcome(stage)
        except ConnectionError as error:
            raise SparkPipelineError(f"Spark's JVM is gone: {error}") from error
        return replace(outcome, seconds=round(time.monotonic() - started, 3))

    def _outcome(self, stage: Stage) -> Outcome:
        about, inputs, verdicts, failures = self._keys(stage) if stage.kind == KEYS else self._inputs(stage)
        worst = {failure.case.operation: failure for failure in failures}
        for failure in smaller(self._session, self._port, dict(worst), self._originals, self._progress):
            worst[failure.case.operation] = failure
        shown = tuple(map(_document, worst.values()))
        return Outcome(*stage, about, inputs, verdicts, shown, 0, master=str(self._session.sparkContext.master))

    def _keys(self, stage: Stage) -> _Found:
        wanted = KeyStage.of(self._plan, stage)
        folder = f"{self._scratch}/{stage.kind}-{stage.number}"
        frame = wanted.written.frame(self._session)
        check = Check.of(frame, COLUMN, wanted.placements, key_type=wanted.written.keys.key_type, port=self._port.name)
        # A run that was killed may have left its own.
        self._remove(folder)
        try:
            found = check.run(folder, originals=self._originals, progress=self._progress)
        finally:
            self._remove(folder)
        for one in found:
            if one.rows != wanted.written.rows:
                raise SparkPipelineError(f"{one.placement}: {one.rows:,} of {wanted.written.rows:,} keys were compared")
        inputs = dict.fromkeys((one.placement.operation for one in found), wanted.written.rows)
        return str(wanted), inputs, _verdicts(found), _of_placements(found, wanted.written.keys.key_type)

    def _remove(self, folder: str) -> None:
        with explained(f"{folder} can't be removed"):
            remove(self._session, folder)

    def _inputs(self, stage: Stage) -> _Found:
        kind = self._plan.kinds[stage.kind]
        first = stage.number * kind.stage
        draft = Search((), (), self._plan.seed, kind.comparisons, self._port, (first, first + kind.stage))
        operations = [registry.operation(name) for name in kind.operations]
        wanted = claimed(draft, self._port.open(), operations, locked_lines())
        tally = compare(self._session, wanted, 0, self._originals, self._progress)
        about = f"chunks {first:,} to {wanted.numbers.stop - 1:,}"
        return about, dict(tally.inputs), tally.by_line, tally.smallest.values()


_Found = tuple[str, "Mapping[str, int]", "Mapping[str, Mapping[str, Mapping[str, int]]]", "Iterable[Differs | Errored]"]
"""What a stage compared, its inputs, verdicts and failures."""


def _verdicts(found: Iterable[PlacementVerdict]) -> dict[str, dict[str, dict[str, int]]]:
    counts: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    for one in found:
        counted = {Agrees.name: one.rows - one.differing, Differs.name: one.differing}
        counts[one.placement.operation][str(one.placement.line)] = {name: n for name, n in counted.items() if n}
    return dict(counts)


def _of_placements(found: Iterable[PlacementVerdict], key_type: str) -> Iterator[Differs]:
    """The smallest difference of each operation, of those that the check shows."""
    by_operation: dict[str, list[Differs]] = defaultdict(list)
    for one in found:
        inputs = block_of(key_type, [example.key for example in one.examples]).inputs(one.placement)
        for document, example in zip(inputs, one.examples, strict=True):
            case = Case.generated(one.placement.operation, document, "found")
            line = (str(one.placement.line),)
            sides = Value(example.original), Value(example.port)
            by_operation[case.operation].append(Differs(case, line, REFERENCE, *sides))
    return (min(differing, key=size) for differing in by_operation.values())


def _document(failure: Differs | Errored) -> JSON:
    case = failure.case
    document: dict[str, JSON] = {
        "operation": case.operation,
        "releases": list(failure.lines),
        "input": case.input,
    }
    if isinstance(failure, Differs):
        return {**document, "original": to_json(failure.expected), "port": to_json(failure.got)}
    return {**document, "reason": failure.reason, "detail": failure.detail[:_LONGEST]}
