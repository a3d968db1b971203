import time

from conversation import talk

talk(lambda _: time.sleep(600))
