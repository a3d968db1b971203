"""Bringing Python code to executors on other machines: our own packages, and the port's."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import SparkSession

_COMPILED: Final = (".so", ".pyd", ".dylib")
_LEFT_OUT: Final = ("__pycache__", "_data")
_HASH_LENGTH: Final = 12


def ship_packages(session: SparkSession, modules: Sequence[str]) -> str | None:
    """Makes modules, and all areas, importable on the executors.

    On other machines each one's top package is added to the session as a zip; numpy and pyarrow have to be installed
    there.

    Args:
        session: The session.
        modules: Modules, such as `jarparity` and `my_package.port`.

    Returns:
        Where the executors are this machine's, the folder in which the last module is; else None.

    Raises:
        SparkPipelineError: A package isn't there, or can't be imported from a zip.
    """
    tops = [module.partition(".")[0] for module in (*(area.module for area in _areas()), *modules)]
    if str(session.sparkContext.master).startswith("local"):
        return str(_found(tops[-1])[0])
    for name in dict.fromkeys(tops):
        session.sparkContext.addPyFile(str(packed(name)))
    return None


def packed(name: str) -> Path:
    """The zip of a top-level package or module, as it is installed here.

    Raises:
        SparkPipelineError: It isn't there, or can't be imported from a zip.
    """
    base, files = _found(name)
    if compiled := [path.name for path in files if path.suffix in _COMPILED]:
        raise SparkPipelineError(
            f"the package {name} has compiled parts ({compiled[0]}), which Python can't import from a zip: install it "
            "on the executors, or run where they are this machine's"
        )
    metadata = _metadata(name)
    total = hashlib.sha256(repr(metadata).encode())
    for path in files:
        total.update(path.read_bytes())
    place = Path(tempfile.gettempdir()) / f"{name}-{total.hexdigest()[:_HASH_LENGTH]}.zip"
    if not place.is_file():
        with (
            tempfile.NamedTemporaryFile(dir=place.parent, prefix=f".{name}-", delete=False) as half,
            zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as made,
        ):
            for path in files:
                made.write(path, path.relative_to(base).as_posix())
            for inside, text in metadata:
                made.writestr(inside, text)
        Path(half.name).replace(place)
    return place


def _metadata(name: str) -> list[tuple[str, str]]:
    """The paths and texts of the metadata by which the areas of a package are found, also in a zip."""
    distributions = {p.dist.name: p.dist for p in _areas() if p.dist and p.module.partition(".")[0] == name}
    return [
        (f"{dist.name}-{dist.version}.dist-info/{file}", dist.read_text(file) or "")
        for dist in distributions.values()
        for file in ("METADATA", "entry_points.txt")
    ]


def _areas() -> importlib.metadata.EntryPoints:
    from jarparity.registry import GROUP  # noqa: PLC0415 - executors don't need all areas

    return importlib.metadata.entry_points(group=GROUP)


def _found(name: str) -> tuple[Path, list[Path]]:
    """The folder in which a top-level package or module is, and its files."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise SparkPipelineError(f"there is no Python package {name!r} to ship: is it installed here?")
    if not spec.submodule_search_locations:
        return Path(str(spec.origin)).parent, [Path(str(spec.origin))]
    root = Path(next(iter(spec.submodule_search_locations)))
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return root.parent, [path for path in files if not set(_LEFT_OUT) & set(path.relative_to(root).parts)]
