"""Names of a package that are loaded on first use: single keys do without numpy, and without assignors."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def lazy(
    package: str, listed: list[str], modules: Mapping[str, Collection[str]]
) -> tuple[Callable[[str], Any], Callable[[], Any]]:
    """The functions `__getattr__` and `__dir__` of a package.

    Args:
        package: The package's name.
        listed: All names of the package.
        modules: By module that is loaded on first use, what the package has of it.
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def attribute(name: str) -> Any:  # noqa: ANN401 - whatever the module has under this name
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(module_of[name]), name)

    return attribute, lambda: listed
