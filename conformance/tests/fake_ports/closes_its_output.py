import os
import time

from conversation import talk


def bad(_):
    os.close(1)
    time.sleep(600)


talk(bad)
