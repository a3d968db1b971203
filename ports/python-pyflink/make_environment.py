"""Makes the environment with PyFlink in the kit's cache, where live jobs have it, too, and leads a link to it."""

from __future__ import annotations

import sys
from pathlib import Path

from jarparity.measures.live.flink.pyflink.environment import RELEASES, CannotRunError, environment
from jarparity.originals.store import Store

PYTHON = "3.12"


def main() -> None:
    """The link `environment`, beside this file."""
    try:
        made = environment(RELEASES[-1], PYTHON, Store.default().root / "pyflink", sys.stderr.write)
    except CannotRunError as error:
        sys.exit(str(error))
    link = Path("environment")
    link.unlink(missing_ok=True)
    link.symlink_to(made.parents[1])


main()
