import os
import subprocess
import sys

from conversation import talk


def bad(_):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    os._exit(4)


talk(bad)
