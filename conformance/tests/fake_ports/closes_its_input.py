import os
import time

from conversation import hello

input()
hello()
os.close(0)
time.sleep(600)
