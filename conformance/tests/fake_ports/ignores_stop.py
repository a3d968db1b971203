import signal
import time

from conversation import hello

signal.signal(signal.SIGTERM, signal.SIG_IGN)
input()
hello()
while True:
    time.sleep(600)
