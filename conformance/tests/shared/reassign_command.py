"""`jarparity reassign`, called; and a file for it."""

from click.testing import CliRunner

from jarparity.cli import main

PLAN = (
    '{"version":1,"partitions":['
    '{"topic":"tp_re_02","partition":0,"replicas":[0,1],"log_dirs":["any","any"]},'
    '{"topic":"tp_re_02","partition":1,"replicas":[0,1],"log_dirs":["any","any"]},'
    '{"topic":"tp_re_02","partition":2,"replicas":[1,0],"log_dirs":["any","any"]}]}'
)


def run(*arguments, code=0):
    shown = CliRunner().invoke(main, ["reassign", *map(str, arguments)])
    assert shown.exit_code == code, shown.output
    return shown.output
