import sys

from conversation import talk


def bad(seq):
    sys.stdout.buffer.write(b'{"seq":%d,"value":"\xff\xfe"}\n' % seq)
    sys.stdout.flush()


talk(bad)
