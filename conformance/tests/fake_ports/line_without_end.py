import sys

from conversation import talk


def bad(_):
    while True:
        sys.stdout.write("x" * 65_536)


talk(bad)
