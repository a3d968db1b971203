"""`jarparity explain`: a recorded case, a known bug; the other subjects have files of their own."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from jarparity import faults
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, argument, group
from jarparity.cli.explain_placement import in_flight, key, rescale, source
from jarparity.cli.output import show
from jarparity.references.golden import GoldenReference
from jarparity.report import explained

if TYPE_CHECKING:
    from jarparity.operations import Operation


@group()
def explain() -> None:
    """Explain a key's way, a change of parallelism, a Kafka source, a recorded case, or a known fault.

    Examples:
      jarparity explain key user_123 --max-parallelism 128 --parallelism 4
      jarparity explain rescale --max-parallelism 128 --from 4 --to 5
      jarparity explain source --topics a:5,b:5,c:5,d:5 --parallelism 10
      jarparity explain case long/minus-one/max-128
      jarparity explain case --operation 'kafka.*' 'published/*'
      jarparity explain tag finish-masked
    """


for subject in (key, rescale, in_flight, source):
    explain.add_command(subject)


@explain.command()
def case(
    *,
    name: str = argument("id", metavar="ID"),
    operations: opt.Chosen[Operation] = opt.operations("Only cases of these operations."),
    form: str = opt.formats(),
) -> None:
    """Explain the recorded cases with this ID (a glob): input, answers by release, the bugs that they catch.

    Also shows which Java method answers, which Python function does the same, and how to check a port on the case.

    Examples:
      jarparity explain case long/minus-one/max-128
      jarparity explain case --format json 'string/*'
    """
    golden = GoldenReference.default()
    found = [v for operation in operations for v in golden.vectors(operation.name) if fnmatchcase(v.case.id, name)]
    if not found:
        raise Refused(f"no recorded case is called {name}; globs such as 'string/*' find what there is")
    show(explained.cases(found), form)


@explain.command()
def tag(*, name: str = argument("tag", metavar="TAG"), form: str = opt.formats()) -> None:
    """Explain a known bug: what the port does, what Java does, where it was seen, which cases catch it.

    Examples:
      jarparity explain tag finish-masked
      jarparity explain tag crc32 --format json
    """
    try:
        fault = faults.named(name)
    except KeyError as error:
        raise Refused(str(error.args[0])) from None
    golden = GoldenReference.default()
    found = [v for name in fault.operations for v in golden.vectors(name) if fault.tag in v.case.tags]
    show(explained.bug(fault, found), form)
