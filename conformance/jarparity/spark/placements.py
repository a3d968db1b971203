"""Placements, as the user writes them: `flink:max=128,parallelism=4`, `kafka:partitions=12,line=3.9.2`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from jarparity.lines import Line
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.key_placements import KeyPlacement, Setting
    from jarparity.operations import BulkInput, Operation
    from jarparity.spark.key_types import Key


@dataclass(frozen=True, slots=True)
class Placement:
    """Where something puts keys, and which original says so.

    Attributes:
        operation: The operation whose answer is the place.
        bulk: How the operation takes many keys.
        form: How keys are put to the operation.
        line: The original that is asked.
        numbers: The settings, by the name that users write.
    """

    operation: str
    bulk: BulkInput
    form: KeyPlacement
    line: Line
    numbers: Mapping[str, int]

    @property
    def field(self) -> str:
        """The field of the operation's input that is the key."""
        return str(self.bulk.column)

    @property
    def parameters(self) -> dict[str, int]:
        """The operation's input without the key."""
        return {self.form.settings[name].field: number for name, number in self.numbers.items()}

    @property
    def slots(self) -> int:
        """How many slots there are: the last number."""
        return self.numbers[self.slots_name]

    @property
    def slots_name(self) -> str:
        """The name of the setting that is the number of slots."""
        return list(self.numbers)[-1]

    @property
    def without_line(self) -> str:
        """As users write it, whichever original is asked."""
        return f"{self.form.name}:" + ",".join(f"{name}={number}" for name, number in self.numbers.items())

    def __str__(self) -> str:
        return f"{self.without_line},line={self.line.version}"

    def having(self, name: str, number: int) -> Placement:
        """The same with another number."""
        return replace(self, numbers={**self.numbers, name: number})

    def owned(self) -> Placement:
        """The placement on the slots that this one's slots own, such as key groups; itself where they own none."""
        if not self.form.owner:
            return self
        numbers = dict(list(self.numbers.items())[:-1])
        return _forms()[self.form.name][len(numbers) - 1].placement(self.line, numbers)

    def missing(self) -> str:
        """The setting that users may leave out and that this one lacks, with an example; empty where it lacks none."""
        settings = _forms()[self.form.name][-1].form.settings
        return ",".join(f"{name}={setting.example}" for name, setting in settings.items() if name not in self.numbers)

    def check_key(self, key: Key) -> None:
        """Refuses keys that have no place.

        Raises:
            SparkPipelineError: The message says why, or which types have one.
        """
        columns = " and ".join(key.columns)
        if reason := self.form.refused.get(key.type):
            raise SparkPipelineError(f"column {columns}: {reason}")
        types = ("string", "bytes", *self.form.serialized)
        if self.form.takes_bytes and key.type not in types:
            raise SparkPipelineError(
                f"column {columns}: a {self.form.product} key of type {key.type} has no serialized form here; "
                f"types that fit: {', '.join(types)} (convert others to bytes with the producer's serializer)"
            )


class _Form(NamedTuple):
    """An operation that places keys."""

    operation: Operation
    bulk: BulkInput
    form: KeyPlacement

    def placement(self, line: Line, numbers: Mapping[str, int]) -> Placement:
        return Placement(self.operation.name, self.bulk, self.form, line, numbers)


@cache
def _forms() -> Mapping[str, Sequence[_Form]]:
    """By product the operations that place keys: the one with the fewest settings first."""
    from jarparity import registry  # noqa: PLC0415 - executors, which get placements, need no areas

    found: dict[str, list[_Form]] = defaultdict(list)
    for operation in registry.OPERATIONS.values():
        if operation.placement is not None and operation.bulk is not None:
            found[operation.placement.name].append(_Form(operation, operation.bulk, operation.placement))
    return {name: sorted(forms, key=lambda one: len(one.form.settings)) for name, forms in found.items()}


def syntax() -> str:
    """All placements that can be written, for help texts: `kafka:partitions=N[,line=VERSION] or …`."""
    texts = []
    for name, forms in _forms().items():
        least, most = (list(one.form.settings) for one in (forms[0], forms[-1]))
        optional = "".join(f"[,{setting}=N]" for setting in most[len(least) :])
        texts.append(f"{name}:{','.join(f'{setting}=N' for setting in least)}{optional}[,line=VERSION]")
    return " or ".join(texts)


def settings() -> Mapping[str, tuple[str, Setting]]:
    """By name every setting that users can give, with its product."""
    forms = [forms[-1].form for forms in _forms().values()]
    return {name: (form.product, setting) for form in forms for name, setting in form.settings.items()}


def parse_placement(text: str, lines: Sequence[Line] | None = None) -> Placement:
    """The placement that the user wrote.

    Args:
        text: Product, colon, and numbers by name; `line` is a version of the original, by default the newest.
        lines: The lines that can be asked; by default the locked ones.

    Raises:
        SparkPipelineError: It has another form, or a number or line can't be; the message names it and the fix.
    """
    from jarparity.originals import locked_lines  # noqa: PLC0415 - as above

    product, _, rest = text.partition(":")
    if product not in _forms():
        names = " or ".join(_forms())
        raise SparkPipelineError(f"placement {text!r}: it must begin with {names}, not {product!r}; {_examples()}")
    given: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (equals and value) or name in given:
            raise _wrong(text, f"{part!r} must be a name, = and a number, each name once")
        given[name] = value
    version = given.pop("line", None)
    forms = _forms()[product]
    if unknown := given.keys() - forms[-1].form.settings.keys():
        raise _wrong(text, f"it has no {', '.join(sorted(unknown))}")
    if missing := [name for name in forms[0].form.settings if name not in given]:
        raise _wrong(text, f"{missing[0]} is missing", _completed(forms, given, version))
    form = next(one for one in forms if len(one.form.settings) == len(given))
    settings = form.form.settings
    numbers = {name: _number(text, name, given[name], setting) for name, setting in settings.items()}
    if conflict := form.form.conflict(numbers):
        raise _wrong(text, conflict)
    known = locked_lines() if lines is None else lines
    return form.placement(_line(text, form.operation, version, known), numbers)


def parse_placements(texts: Sequence[str | Placement], lines: Sequence[Line] | None = None) -> list[Placement]:
    """Placements, each once, in order.

    Raises:
        SparkPipelineError: There is none, or one is wrong.
    """
    found = [text if isinstance(text, Placement) else parse_placement(text, lines) for text in texts]
    if not found:
        raise SparkPipelineError(f"name a placement; {_examples()}")
    return [placement for i, placement in enumerate(found) if placement not in found[:i]]


def _completed(forms: Sequence[_Form], given: Mapping[str, str], version: str | None) -> str:
    """What the user wrote, with the settings that are missing; empty where there is nothing to complete."""
    settings = forms[-1].form.settings
    if not (given or version) or not all(_is_number(value, settings[name]) for name, value in given.items()):
        return ""

    def usual(name: str) -> int:
        """A usual value that isn't exceeded by what may not exceed it."""
        within = (int(value) for other, value in given.items() if settings[other].within == name)
        return max((settings[name].example, *within))

    numbers = {
        name: given[name] if name in given else usual(name)
        for name in settings
        if name in given or name in forms[0].form.settings
    }
    if version:
        numbers["line"] = version
    return f"{forms[0].form.name}:{','.join(f'{name}={number}' for name, number in numbers.items())}"


def _is_number(value: str, setting: Setting) -> bool:
    return value.isascii() and value.isdigit() and 1 <= int(value) <= setting.most


def _number(text: str, name: str, value: str, setting: Setting) -> int:
    if not _is_number(value, setting):
        raise _wrong(text, f"{name} must be a whole number from 1 to {setting.most}, not {value}")
    return int(value)


def _line(text: str, operation: Operation, version: str | None, lines: Sequence[Line]) -> Line:
    known = sorted(line for line in lines if operation.has(line))
    if not known:
        raise SparkPipelineError(f"placement {text!r}: the lock of the originals has no release of {operation.family}")
    if version is None:
        return known[-1]
    wanted = Line(operation.family, version)
    if wanted not in known:
        raise _wrong(text, f"there is no line {version}; there are {', '.join(line.version for line in known)}")
    return wanted


def _examples(*products: str) -> str:
    examples = [_forms()[product][-1].form.example for product in products or _forms()]
    return f"write it as {' or '.join(examples)}"


def _wrong(text: str, why: str, right: str = "") -> SparkPipelineError:
    how = f"write it as {right}" if right else _examples(text.partition(":")[0])
    return SparkPipelineError(f"placement {text!r}: {why}; {how}")
