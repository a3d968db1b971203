"""Bringing Python code to executors on other machines: our own packages, and the port's."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import SparkSession

_COMPILED: Final = (".so", ".pyd", ".dylib")
_LEFT_OUT: Final = ("__pycache__", "_data")
_HASH_LENGTH: Final = 12


def ship_packages(session: SparkSession, modules: Iterable[str]) -> None:
    """Adds packages to a session, as a zip each; nothing, where the executors are this machine's.

    numpy and pyarrow have to be installed there.

    Args:
        session: The session.
        modules: Modules, such as `jarparity` or `my_package.port`: each one's top package is shipped.

    Raises:
        SparkPipelineError: A package can't be imported from a zip.
    """
    if str(session.sparkContext.master).startswith("local"):
        return
    for name in dict.fromkeys(module.partition(".")[0] for module in modules):
        session.sparkContext.addPyFile(str(packed(name)))


def packed(name: str) -> Path:
    """The zip of a top-level package or module, as it is installed here.

    Raises:
        SparkPipelineError: It isn't there, or can't be imported from a zip.
    """
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise SparkPipelineError(f"there is no Python package {name!r} to ship: is it installed here?")
    if spec.submodule_search_locations:
        root = Path(next(iter(spec.submodule_search_locations)))
        files = [path for path in sorted(root.rglob("*")) if path.is_file() and _wanted(path.relative_to(root))]
        base = root.parent
    else:
        files = [Path(str(spec.origin))]
        base = files[0].parent
    if compiled := [path.name for path in files if path.suffix in _COMPILED]:
        raise SparkPipelineError(
            f"the package {name} has compiled parts ({compiled[0]}), which Python can't import from a zip: install it "
            "on the executors, or run where they are this machine's"
        )
    total = hashlib.sha256()
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
        Path(half.name).replace(place)
    return place


def _wanted(path: Path) -> bool:
    return not any(part in _LEFT_OUT for part in path.parts)
