import sys

from conversation import talk


def bad(seq):
    sys.stdout.write(sys.argv[1].replace("{seq}", str(seq)) + "\n")
    sys.stdout.flush()


talk(bad)
