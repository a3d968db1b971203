"""Its child would outlive it, and holds its pipes."""

import subprocess
import sys

from conversation import put, talk


def bad(seq):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    put(seq=seq, value=child.pid)


talk(bad)
