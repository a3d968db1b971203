"""Finding a Python object by the name that users type: `module:attribute`."""

from __future__ import annotations

import difflib
import importlib
import sys
from pathlib import Path
from types import ModuleType

from jarparity.ports import PortError


def import_object(
    name: str, what: str = "port", form: str = "module:attribute, such as my_package.port:PORT"
) -> object:
    """The object that `module:attribute` names; modules in the current directory are found, too.

    Args:
        name: Such as `my_package.port:PORT`; the attribute may be dotted.
        what: What is to be there, in messages.
        form: How its name is written, with an example.

    Raises:
        PortError: The name has another form, the module is not there, it fails when imported, or it has
            no such attribute.
    """
    module_name, colon, attribute = name.partition(":")
    parts = attribute.split(".")
    if not colon or not all(part.isidentifier() for part in (*module_name.split("."), *parts)):
        raise PortError(f"{what} {name!r}: write {form}")
    found: object = _import(f"{what} {name!r}", module_name)
    for part in parts:
        try:
            found = getattr(found, part)
        except AttributeError as error:
            # A module that makes what it is asked for says itself what there is.
            made = isinstance(found, ModuleType) and "__getattr__" in vars(found)
            raise PortError(f"{what} {name!r}: {error if made else _missing(found, part)}") from None
    return found


def _import(name: str, module_name: str) -> ModuleType:
    # A console script doesn't have the current directory on its path, though `python -m` has.
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module_name}.".startswith(f"{missing.name}."):
            raise PortError(f"{name}: {module_name} imports {missing.name!r}, which is not installed") from missing
        raise PortError(
            f"{name}: there is no module {missing.name!r}; looked in {here} and in what is installed "
            f"for {sys.executable}"
        ) from missing
    except KeyboardInterrupt:
        raise
    except BaseException as broken:
        # A script without a main guard may even raise SystemExit; that must not end the kit in silence.
        raise PortError(f"{name}: importing {module_name} failed with {type(broken).__name__}: {broken}") from broken


def _missing(owner: object, part: str) -> str:
    what = f"module {owner.__name__}" if isinstance(owner, ModuleType) else f"a {type(owner).__name__}"
    near = difflib.get_close_matches(part, dir(owner), n=3)
    return f"{what} has no attribute {part!r}" + (f"; did you mean {', '.join(near)}?" if near else "")
