import sys

from conversation import talk


def bad(_):
    sys.stderr.write("my last words: ouch\n")
    sys.exit(3)


talk(bad)
