import sys

sys.stderr.write("no license found\n")
sys.exit(7)
