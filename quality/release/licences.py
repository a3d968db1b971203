"""Step `licences`: what every Python dependency and every JAR says of its licence, held against `licences.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from license_expression import AND, OR, ExpressionError, get_spdx_licensing

from quality.release import jars, python_parts
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from license_expression import LicenseExpression, Licensing

    from quality.release.desk import Desk

POLICY: Final = Path(__file__).with_name("licences.toml")


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
        table = tomllib.loads(path.read_text("utf-8"))
        return cls(table["allowed"], table["names"], table["declared"])

    def expression(self, component: str, said: Sequence[str]) -> str | None:
        """The SPDX expression of a component; None where what its metadata say leaves it open.

        Args:
            component: Its name, as in `declared`.
            said: What its metadata say, the most exact first; the first that means something counts.
        """
        if component in self.declared:
            self.used.add(component)
            return self.declared[component]["licence"]
        return next((found for found in map(self._named, said) if found), None)

    def any_of(self, component: str, said: Sequence[str]) -> str | None:
        """The same where several names are a choice between them, as in a POM."""
        if component in self.declared or len(said) <= 1:
            return self.expression(component, said)
        named = [self._named(name) for name in said]
        return None if None in named else " OR ".join(sorted(filter(None, named)))

    def refusal(self, expression: str) -> str | None:
        """Why an expression is not allowed; None where it is: by all of its `AND`, by one of its `OR`."""
        refused = _refused(_licensing().parse(expression), self.allowed, self.used)
        return f"{' and '.join(refused)} is not among the allowed licences" if refused else None

    def unused(self) -> list[str]:
        """What the policy has and nothing needed."""
        return sorted({*self.allowed, *self.names, *self.declared} - self.used)

    def _named(self, name: str) -> str | None:
        if name in self.names:
            self.used.add(name)
            return self.names[name]
        try:
            known = name and not _licensing().unknown_license_keys(name)
        except ExpressionError:
            return None
        return str(_licensing().parse(name)) if known else None


def _refused(found: LicenseExpression, allowed: Mapping[str, str], used: set[str]) -> list[str]:
    if isinstance(found, OR):
        choices = [_refused(one, allowed, used) for one in found.args]
        return [] if [] in choices else [" or ".join(" and ".join(choice) for choice in choices)]
    if isinstance(found, AND):
        return [name for one in found.args for name in _refused(one, allowed, used)]
    name = str(found)
    used.update({name} & allowed.keys())
    return [] if name in allowed else [name]


@cache
def _licensing() -> Licensing:
    return get_spdx_licensing()


def licences(desk: Desk) -> Done:
    """Names the licence of everything that the kit is installed with or fetches.

    Raises:
        StepFailedError: A licence is unknown or not allowed, or the policy has what nothing needs.
    """
    policy = Policy.load()
    python = python_parts.licensed(python_parts.locked(desk), policy)
    java = of_jars(desk, policy)
    faults = [*faults_of(python, policy), *faults_of(java, policy)]
    faults += [f"{POLICY.name}: {name!r} is needed by nothing; take it out" for name in policy.unused()]
    if faults:
        raise StepFailedError(*faults)
    tables = (
        (
            f"{len(python)} Python distributions that are installed along, none of them in the wheel",
            _table(python, policy),
        ),
        (f"{len(java)} projects whose JARs are fetched, none of them in the wheel", _table(java, policy)),
    )
    return Done(f"known and allowed: {len(python)} Python distributions, {len(java)} projects of JARs", tables)


def of_jars(desk: Desk, policy: Policy) -> dict[str, str | None]:
    """By coordinates, the SPDX expression of every locked JAR's project; None where its POMs leave it open."""
    said = jars.licences(desk, jars.locked(desk))
    return {str(one): policy.any_of(f"{one.group}:{one.artifact}", names) for one, names in sorted(said.items())}


def faults_of(licensed: Mapping[str, str | None], policy: Policy) -> list[str]:
    """What is unknown or not allowed, a sentence each."""
    faults = []
    for name, expression in licensed.items():
        if expression is None:
            faults.append(f"{name}: its licence is unknown; read it, and declare it in {POLICY.name}")
        elif refusal := policy.refusal(expression):
            faults.append(f"{name}: {refusal}")
    return faults


def _table(licensed: Mapping[str, str | None], policy: Policy) -> tuple[str, ...]:
    by_licence = Counter(filter(None, licensed.values()))
    rows = ["| licence | how many | such as | why it is allowed |", "|---|---|---|---|"]
    for expression, count in sorted(by_licence.items(), key=lambda found: (-found[1], found[0])):
        such = [name for name, one in licensed.items() if one == expression]
        rows.append(f"| {expression} | {count} | {_examples(such)} | {_why(expression, policy)} |")
    return tuple(rows)


def _examples(names: Iterable[str]) -> str:
    shown: list[str] = []
    for name in names:
        short = ":".join(name.split(":")[:2]) if ":" in name else name.split(" ")[0]
        if short not in shown:
            shown.append(short)
    return ", ".join(shown[:3]) + (", …" if len(shown) > 3 else "")  # noqa: PLR2004 - a row has one line


def _why(expression: str, policy: Policy) -> str:
    names = sorted(set(_names(_licensing().parse(expression))) & policy.allowed.keys())
    return "; ".join(dict.fromkeys(policy.allowed[name] for name in names))


def _names(found: LicenseExpression) -> list[str]:
    """The licences of an expression, each with its exception."""
    return [name for one in found.args for name in _names(one)] if isinstance(found, AND | OR) else [str(found)]
