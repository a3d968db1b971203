import sys

from conversation import talk

talk(lambda _: sys.exit(0))
