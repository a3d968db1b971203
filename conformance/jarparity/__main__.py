"""`python -m jarparity` is `jarparity`."""

from jarparity.cli import main

main(prog_name="jarparity")
