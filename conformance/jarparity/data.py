"""Where the kit's own files are: golden vectors, the lock of the originals, and what Maven needs.

An installed wheel carries them under `jarparity/_data`; in a checkout (an editable install) they are the
repository's own.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_WHEEL = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parents[1]


class DataNotFoundError(RuntimeError):
    """The installation is not whole: neither a wheel's data nor a checkout is around the package."""


def in_checkout() -> bool:
    """Whether the package runs from a checkout, whose files may be rewritten."""
    return not _WHEEL.is_dir() and (_CHECKOUT / "pom.xml").is_file()


def fixtures() -> Path:
    """The folder of golden vectors, of their tags and of the lock of the originals.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    return _folder(_WHEEL / "fixtures", _CHECKOUT / "fixtures")


def lock_file() -> Path:
    """The lock file of the originals; it need not exist yet in a checkout.

    Raises:
        DataNotFoundError: The installation lacks the fixtures.
    """
    return fixtures() / "originals.lock.json"


def java() -> Path:
    """The folder with `pom.xml` and the bridge's sources in `java_ref`.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    folder = _WHEEL / "java" if _WHEEL.is_dir() else _CHECKOUT
    if not (folder / "pom.xml").is_file():
        raise DataNotFoundError(_advice(folder / "pom.xml"))
    return folder


def page(name: str) -> Path:
    """A page of the documentation that goes along with a copy of the vectors.

    Raises:
        DataNotFoundError: The installation lacks it.
    """
    found = _folder(_WHEEL / "docs", _CHECKOUT / "docs") / name
    if not found.is_file():
        raise DataNotFoundError(_advice(found))
    return found


def schema(name: str) -> Path:
    """A JSON Schema of the package."""
    return _PACKAGE / "schemas" / name


def _folder(wheel: Path, checkout: Path) -> Path:
    found = wheel if _WHEEL.is_dir() else checkout
    if not found.is_dir():
        raise DataNotFoundError(_advice(found))
    return found


def _advice(missing: Path) -> str:
    return f"{missing} is missing: install jarparity from a wheel, or by `pip install -e` from a checkout"
