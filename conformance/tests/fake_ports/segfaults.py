import os
import signal

from conversation import talk

talk(lambda _: os.kill(os.getpid(), signal.SIGSEGV))
