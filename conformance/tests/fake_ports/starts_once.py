"""Starts while the file that it is given is there; removes it."""

import pathlib
import sys

from conversation import talk

pathlib.Path(sys.argv[1]).unlink()
talk(lambda _: sys.exit(6))
