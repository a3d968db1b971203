"""Step `licences`: the licence that every Python dependency and every JAR declares, held against `licences.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from license_expression import ExpressionError, get_spdx_licensing

from jarparity.report.tables import Table
from quality.pages import markdown
from quality.release import bills
from quality.release.context import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from license_expression import Licensing

    from quality.release.bills import Bill
    from quality.release.context import ReleaseContext

POLICY: Final = Path(__file__).with_name("licences.toml")
_SHOWN: Final = 3


@dataclass(slots=True)
class Policy:
    """Which licences are allowed; it remembers what of it was used.

    Attributes:
        allowed: By SPDX identifier, why.
        names: By another name, the SPDX expression.
        declared: By component, the SPDX expression and where it was read.
        used: Everything above that was needed.
    """

    allowed: Mapping[str, str]
    names: Mapping[str, str]
    declared: Mapping[str, Mapping[str, str]]
    used: set[str] = field(default_factory=set)

    @classmethod
    def load(cls, path: Path = POLICY) -> Policy:
        """The policy of a file."""
        return cls(**tomllib.loads(path.read_text("utf-8")))

    def expression(self, component: str, names: Sequence[str]) -> str | None:
        """The SPDX expression of a component; None where what its metadata say leaves it open.

        Args:
            component: Its name, as in `declared`.
            names: What its metadata say; several are a choice between them, as in a POM.
        """
        if component in self.declared:
            self.used.add(component)
            return self.declared[component]["licence"]
        known = {self._known(name) for name in names}
        return " OR ".join(sorted(filter(None, known))) if known and None not in known else None

    def refusal(self, expression: str) -> str | None:
        """Why an expression is not allowed; None where it is: by all of its `AND`, by one of its `OR`."""
        found, true, false = _licensing().parse(expression), _licensing().TRUE, _licensing().FALSE
        allowed = {name: str(name) in self.allowed for name in found.symbols}
        self.used.update(str(name) for name, right in allowed.items() if right)
        if found.subs({name: true if right else false for name, right in allowed.items()}, simplify=True) == true:
            return None
        refused = sorted(str(name) for name, right in allowed.items() if not right)
        return f"{' and '.join(refused)} is not among the allowed licences"

    def unused(self) -> list[str]:
        """What the policy has and nothing needed."""
        return sorted({*self.allowed, *self.names, *self.declared} - self.used)

    def _known(self, name: str) -> str | None:
        if name in self.names:
            self.used.add(name)
            return self.names[name]
        try:
            known = name and not _licensing().unknown_license_keys(name)
        except ExpressionError:
            return None
        return str(_licensing().parse(name)) if known else None


@cache
def _licensing() -> Licensing:
    return get_spdx_licensing()


def licences(context: ReleaseContext) -> Done:
    """Names the licence of everything that the kit is installed with or fetches.

    Raises:
        StepFailedError: A licence is unknown or not allowed, or the policy has what nothing needs.
    """
    policy = Policy.load()
    python, java = (licensed(bill, policy) for bill in (bills.of_python(context), bills.of_originals(context)))
    faults = [*faults_of(python, policy), *faults_of(java, policy)]
    faults += [f"{POLICY.name}: {name!r} is needed by nothing; take it out" for name in policy.unused()]
    if faults:
        raise StepFailedError(*faults)
    return Done(
        f"known and allowed: {len(python)} Python distributions, {len(java)} projects of JARs",
        (
            table(python, policy, "Python distributions that are installed along"),
            table(java, policy, "projects whose JARs are fetched"),
        ),
    )


def licensed(bill: Bill, policy: Policy) -> dict[str, str | None]:
    """By component with its version, the SPDX expression of its licence; None where its metadata leave it open."""
    return {f"{_label(one)} {one['version']}": expression(one, policy) for one in bill["components"]}


def expression(component: Bill, policy: Policy) -> str | None:
    """The SPDX expression of a component's licence; None where its metadata leave it open."""
    named = (
        one.get("expression") or one["license"].get("id") or one["license"]["name"]
        for one in component.get("licenses", ())
    )
    return policy.expression(_label(component), list(named))


def _label(component: Bill) -> str:
    return f"{component['group']}:{component['name']}" if component.get("group") else str(component["name"])


def faults_of(licensed: Mapping[str, str | None], policy: Policy) -> list[str]:
    """What is unknown or not allowed, a sentence each."""
    faults = []
    for name, found in licensed.items():
        if found is None:
            faults.append(f"{name}: its licence is unknown; read it, and declare it in {POLICY.name}")
        elif refusal := policy.refusal(found):
            faults.append(f"{name}: {refusal}")
    return faults


def table(licensed: Mapping[str, str | None], policy: Policy, what: str) -> str:
    """The licences, those of most components first, in Markdown."""
    counted = sorted(Counter(filter(None, licensed.values())).items(), key=lambda found: (-found[1], found[0]))
    rows = [
        (found, count, _examples(name for name, one in licensed.items() if one == found), _why(found, policy))
        for found, count in counted
    ]
    caption = f"{len(licensed)} {what}, none of them in the wheel:"
    return markdown(Table.of(["licence", "how many", "such as", "why it is allowed"], rows, caption))


def _examples(names: Iterable[str]) -> str:
    every = sorted({name.partition(" ")[0] for name in names})
    return ", ".join(every[:_SHOWN]) + (", …" if len(every) > _SHOWN else "")


def _why(expression: str, policy: Policy) -> str:
    names = sorted({str(name) for name in _licensing().parse(expression).symbols} & policy.allowed.keys())
    return "; ".join(dict.fromkeys(policy.allowed[name] for name in names))
