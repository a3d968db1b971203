import sys

from conversation import talk


def bad(seq):
    sys.stdout.write(f'{{"seq":{seq},"value":NaN}}\n')
    sys.stdout.flush()


talk(bad)
