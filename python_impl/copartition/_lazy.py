"""Names of a package that are loaded on first use: their modules need numpy, which single keys do without."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def lazy(package: str, listed: list[str], module: str, *names: str) -> tuple[Callable[[str], Any], Callable[[], Any]]:
    """The functions `__getattr__` and `__dir__` of a package.

    Args:
        package: The package's name.
        listed: All names of the package.
        module: The module that is loaded on first use.
        names: What the package has of it.
    """

    def attribute(name: str) -> Any:  # noqa: ANN401 - whatever the module has under this name
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(module), name)

    return attribute, lambda: listed
