import sys
import time

from conversation import hello

sys.stdin.readline()
hello()
time.sleep(600)
