import sys
import time

from conversation import talk


def bad(seq):
    sys.stdout.write(f'{{"seq":{seq},"value":3}}')
    sys.stdout.flush()
    time.sleep(600)


talk(bad)
