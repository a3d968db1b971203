"""The golden vectors, read once in a process, whichever of its tests look at them."""

from jarparity.references.golden import GoldenReference

GOLDEN = GoldenReference.default()


def showing(faults):
    """By fault of an original and release the vectors that show it: their ids, without what follows the last slash."""
    found = {fault.name: {} for fault in faults}
    for fault in faults:
        for vector in (each for operation in fault.operations for each in GOLDEN.vectors(operation)):
            for recorded in vector.answers:
                if fault.shown(vector.case.input, recorded.answer):
                    assert fault.concerns(vector.case.input, recorded.answer)
                    for line in recorded.lines:
                        found[fault.name].setdefault(str(line), set()).add(vector.case.id.rpartition("/")[0])
    return found
