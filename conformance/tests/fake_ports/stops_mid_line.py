import sys

from conversation import talk


def bad(seq):
    sys.stdout.write(f'{{"seq":{seq},"val')
    sys.stdout.flush()
    sys.exit(0)


talk(bad)
