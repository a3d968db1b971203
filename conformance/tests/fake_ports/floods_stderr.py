import sys

from conversation import put, talk


def bad(seq):
    for i in range(40_000):
        sys.stderr.write(f"line {i} of a very long log that was not asked for\n")
    put(seq=seq, value=3)


talk(bad)
