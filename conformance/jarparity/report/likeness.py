"""What a failing port looks like: known bugs, or another release; and which failures these leave unexplained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.answers import Error, Value, canonical, same
from jarparity.check.tally import KEPT
from jarparity.faults.releases import lines_of
from jarparity.lines import Line
from jarparity.values.utf16 import has_lone_surrogate
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.check.outcome import Outcome
    from jarparity.faults.diagnosis import Diagnosis, Observation
    from jarparity.faults.fault import Fault
    from jarparity.faults.releases import OtherRelease
    from jarparity.verdicts import Errored


@dataclass(frozen=True, slots=True)
class Likeness:
    """What an operation's failures look like.

    Attributes:
        texts: The known bugs, or the release, best first, each in a sentence.
        tags: Of the known bugs; or the release.
        unexplained: The inputs, as canonical JSON, of the failures that these leave; none where nothing is named.
        older: Likewise, of those that are on other than the newest releases only.
        stopped: Whether the run was stopped: the newest releases may not have been asked of these.
        asked: The newest release that was compared, where there are newer ones.
    """

    texts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    unexplained: frozenset[str] = frozenset()
    older: frozenset[str] = frozenset()
    stopped: bool = False
    asked: Line | None = None

    def names(self, failure: Differs | Errored) -> tuple[str, ...]:
        """What to say of one failure; of one that broke nothing."""
        if not isinstance(failure, Differs):
            return ()
        on_older = "on older releases, as far as was asked" if self.stopped else "on older releases only"
        for left, where in ((self.unexplained, ""), (self.older, f", {on_older}")):
            if canonical(failure.case.input) in left:
                more = len(left) - 1
                others = f", nor {more:,} other{'s' * (more != 1)}" if more else ""
                return (f"something else{where}: {_explain_nothing(self.tags)} this case{others}",)
        return self._of_this_first(failure) if len(self.texts) > 1 else self.texts

    def _of_this_first(self, failure: Differs) -> tuple[str, ...]:
        """The texts, of several bugs those first that this case shows, where the others don't."""
        from jarparity import faults  # noqa: PLC0415 - only once something differs

        case, known = failure.case, {fault.tag: fault for fault in faults.tagged_faults()}
        seen = [(case.operation, case.input, failure.expected, failure.got)]
        of_this = [
            text
            for text, tag in zip(self.texts, self.tags, strict=True)
            if tag in known and not faults.unexplained([known[tag]], seen, faults.Agreements(self.asked))
        ]
        if not of_this or len(of_this) == len(self.texts):
            return self.texts
        return (
            *(f"{text}; it explains this case" for text in of_this),
            *(text for text in self.texts if text not in of_this),
        )


def _explain_nothing(tags: tuple[str, ...]) -> str:
    """That the bugs of these tags don't explain what is said next."""
    *most, last = tags
    match most:
        case []:
            return f"{last} doesn't explain"
        case [one]:
            return f"neither {one} nor {last} explains"
    return f"none of {', '.join(most)} and {last} explains"


def likeness_of(outcome: Outcome, operation: str) -> Likeness:
    """What the failures of an operation look like, as far as a run has kept them."""
    tally = outcome.tally
    asked = _older_one([Line.parse(line) for line in tally.lines_of(operation)], operation)
    like = looks_like(tally.observations(operation), tally.on_older_only(operation), asked)
    return replace(like, stopped=outcome.interrupted, asked=asked)


def _older_one(compared: Sequence[Line], operation: str) -> Line | None:
    """The newest release that was compared, where the operation has newer ones: a port may be of that one alone."""
    newest, ours = (max(lines, key=lambda line: line.age) for lines in (lines_of(operation), compared))
    return ours if ours.age < newest.age else None


def looks_like(
    observed: Sequence[Observation], older: frozenset[str] = frozenset(), asked: Line | None = None
) -> Likeness:
    """The known bugs that explain these answers, best first: their tags, titles and sources.

    A port with a bug of its own beside the known one (it misses an error of the original, or its language divides
    negative numbers in another way) is recognised by its wrong values, or by those on inputs that can really occur.
    Known bugs that explain some of the failures that are left are named beside it, or before it if they explain more.

    Args:
        observed: What was seen (`Tally.observations`).
        older: The inputs that differ on other than the newest releases only (`Tally.on_older_only`): a bug needn't
            explain them.
        asked: The newest release that was asked, where there are newer ones: known bugs are made on that.
    """
    from jarparity import faults  # noqa: PLC0415 - only once something differs

    # Of an input that was asked on several releases the last answer counts: it is the newest's.
    by_input = {(name, canonical(document)): (name, document, *of) for name, document, *of in observed}
    # Known bugs are made on the newest release: what it answers without them they don't explain.
    as_newest = frozenset(text for (_, text), seen in by_input.items() if faults.is_answered_as_newest(seen))
    now = [seen for (_, text), seen in by_input.items() if text not in older | as_newest]
    values = [o for o in now if isinstance(o[2], Value) and isinstance(o[3], Value)]
    scopes = (now, _ordinary(now), values, _ordinary(values))
    failed = _failing(now)
    found: list[Diagnosis] = []
    agreements = faults.Agreements(asked)  # most cases are in every scope
    for seen in scopes:
        named = faults.diagnose(seen, agreements=agreements)
        if named and named[0].explained > (found[0].explained if found else 0):
            found = named
        if found and found[0].explained == failed:
            break
    explained = found[0].explained if found else 0
    release = faults.other_release([*by_input.values()])
    if release and release.agreeing > explained:
        return Likeness((_as_release(release),), (str(release.line),), release.unexplained)
    if found and explained == failed and not as_newest:
        return _likeness(found, older=older)
    failed += len(as_newest)
    left = faults.unexplained(_together(found), now, agreements)
    of_all = f"of {failed:,} failures{'' if _failing(observed) < KEPT else ' looked at'}"
    count = failed - len(left) - len(as_newest)
    like = _likeness(found, _scope(found, count, of_all), left | as_newest, older)
    ranked = [(count, *one) for one in zip(like.texts, like.tags, strict=True)]
    beside: list[Fault] = []
    for fault in faults.partly([o for o in _ordinary(now) if _agrees(o) or canonical(o[1]) in left], agreements):
        beside.append(fault)
        before, left = left, faults.unexplained(beside, [o for o in now if canonical(o[1]) in left], agreements)
        count = len(before) - len(left)
        ranked.append((count, f"{fault.tag}: {fault.title}{_sources(fault)}; explains {count:,} {of_all}", fault.tag))
    if not ranked:
        return Likeness()
    _, texts, tags = zip(*sorted(ranked, key=lambda one: -one[0]), strict=True)
    return Likeness(texts, tags, left | as_newest, older)


def _scope(found: Sequence[Diagnosis], explained: int, of_all: str) -> str:
    """How many of the failing inputs the bug explains, or all that were seen together."""
    together = "together they explain" if found and found[0].beside else "explains"
    return f"; {together} {explained:,} {of_all}"


def _likeness(
    found: Sequence[Diagnosis],
    scope: str = "",
    unexplained: frozenset[str] = frozenset(),
    older: frozenset[str] = frozenset(),
) -> Likeness:
    texts = tuple(f"{one.tag}: {one.title}{_sources(one.fault)}{_share(one)}{scope}" for one in found)
    return Likeness(texts, tuple(one.tag for one in found), unexplained, older)


def _together(found: Sequence[Diagnosis]) -> list[Fault]:
    """The faults that explain the most: all of several at once, else the first."""
    return [one.fault for one in found if one.beside or one is found[0]]


def _as_release(release: OtherRelease) -> str:
    changed = f"; changed since by {', '.join(release.tickets)}" if release.tickets else ""
    share = f"on {release.agreeing:,} of {release.telling:,} recorded inputs that tell them apart"
    return f"{release.line}: answers as this release does, {share}{changed}"


def _ordinary(observed: Sequence[Observation]) -> list[Observation]:
    return [
        seen
        for seen in observed
        if registry.operation(seen[0]).is_realistic(seen[1]) and not has_lone_surrogate(canonical(seen[1]))
    ]


def _sources(one: Fault) -> str:
    return f" ({', '.join(one.sources)})" if one.sources else ""


def _share(one: Diagnosis) -> str:
    """Of several bugs together, how much this one explains; of several that can't be told apart, how many they are."""
    if one.beside:
        return f"; one of {len(one.beside) + 1} bugs seen together; it alone explains {one.agreeing:,} cases"
    return f"; one of {one.ties} bugs that fit equally well" if one.ties > 1 else ""


def _failing(observed: Sequence[Observation]) -> int:
    return sum(not _agrees(seen) for seen in observed if isinstance(seen[3], Value | Error))


def _agrees(seen: Observation) -> bool:
    _, _, expected, got = seen
    return isinstance(got, Value | Error) and same(expected, got)
