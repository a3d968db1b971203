"""Where the kit's own files are: golden vectors, the lock of the originals, and the Java side.

An installed wheel carries them under `jarparity/_data`; in a checkout (an editable install) they are the
repository's own. Areas of other distributions bring such files, too: `roots` has all.
"""

from __future__ import annotations

import json
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jarparity.errors import UserError

_PACKAGE = Path(__file__).resolve().parent
_WHEEL = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parents[1]


class DataNotFoundError(UserError, RuntimeError):
    """The installation is not whole: neither a wheel's data nor a checkout is around the package."""


@dataclass(frozen=True, slots=True)
class DataRoot:
    """What one distribution brings about originals.

    Attributes:
        fixtures: The folder of golden vectors and of the lock file.
        java: The folder of the Java that calls its originals, by folder and generation: `<folder>/since-<version>/`.
        lines: Its `lines.toml`.
    """

    fixtures: Path
    java: Path
    lines: Path

    @property
    def lock(self) -> Path:
        """The lock file; it need not exist yet."""
        return self.fixtures / "originals.lock.json"

    @property
    def installed(self) -> bool:
        """Whether it lies among installed packages, where its files are not to be rewritten."""
        return any(self.lines.is_relative_to(sysconfig.get_path(place)) for place in ("purelib", "platlib"))


def roots() -> tuple[DataRoot, ...]:
    """The kit's own data, then that of other distributions.

    Raises:
        DataNotFoundError: The installation lacks the kit's.
    """
    from jarparity import registry  # noqa: PLC0415 - areas are loaded only where all data is wanted

    found = {area.data for area in registry.AREAS if area.data is not None}
    ours = DataRoot(fixtures(), java() / "areas", java() / "lines.toml")
    return (ours, *(DataRoot(place / "fixtures", place / "java", place / "lines.toml") for place in sorted(found)))


def root_of(operation: str) -> DataRoot:
    """The data of the distribution whose area declares an operation.

    Raises:
        KeyError: There is no such operation.
        DataNotFoundError: The installation lacks the kit's.
    """
    from jarparity import registry  # noqa: PLC0415 - as above

    place = registry.area_of(operation).data
    return next(root for root in roots() if place is None or root.lines.parent == place)


def in_checkout() -> bool:
    """Whether the package runs from a checkout, whose files may be rewritten."""
    return not _WHEEL.is_dir() and (_CHECKOUT / "pom.xml").is_file()


def fixtures() -> Path:
    """The folder of golden vectors, of their tags and of the lock of the originals.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    return _folder("fixtures", "fixtures")


def lock_file() -> Path:
    """The kit's own lock file of the originals; it need not exist yet in a checkout.

    Raises:
        DataNotFoundError: The installation lacks the fixtures.
    """
    return roots()[0].lock


def java() -> Path:
    """The folder of the Java side: `lines.toml`, the bridge, and the classes that call the originals.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    return _folder("java", "java_ref")


def page(name: str) -> Path:
    """A page of the documentation that goes along with a copy of the vectors.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    found = _folder("docs", "docs") / name
    if not found.is_file():
        raise DataNotFoundError(_advice(found))
    return found


def finding(name: str) -> Path:
    """The folder of a finding whose program and fix a scenario runs; an installation has those alone.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    found = _folder("findings", "findings") / name
    if not found.is_dir():
        raise DataNotFoundError(_advice(found))
    return found


def schema(name: str) -> Path:
    """A JSON Schema of the package."""
    return _PACKAGE / "schemas" / name


@cache
def validator(name: str) -> Any:  # noqa: ANN401 - typed where it comes from
    """What checks documents against such a schema."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import

    return Draft202012Validator(json.loads(schema(name).read_text("utf-8")))


def _folder(wheel: str, checkout: str) -> Path:
    found = _WHEEL / wheel if _WHEEL.is_dir() else _CHECKOUT / checkout
    if not found.is_dir():
        raise DataNotFoundError(_advice(found))
    return found


def _advice(missing: Path) -> str:
    return f"{missing} is missing: install jarparity from a wheel, or by `pip install -e` from a checkout"
