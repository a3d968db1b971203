"""Step `sbom`: CycloneDX documents of what the wheel is installed with, and of the JARs that it fetches.

Nothing in them is of the clock or drawn: the time is the commit's, the serial number that of the content.
"""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from jarparity import whole_file
from jarparity.originals.lock import sha256
from quality.release import bills, building, licences
from quality.release.context import Done, StepFailedError

if TYPE_CHECKING:
    from quality.release.bills import Bill
    from quality.release.context import ReleaseContext

_SERIALS: Final = uuid.UUID("f3b39b0c-2f5e-5b0e-9a53-8d1d4f6d0f4a")
"""The name space of our serial numbers."""


def sbom(context: ReleaseContext) -> Done:
    """Writes both documents into `dist`, twice the same, each valid by CycloneDX's schema.

    Raises:
        StepFailedError: One of them is not valid, or not the same the second time.
    """
    (wheel, originals), again = _documents(context), _documents(context)
    names = (f"jarparity-{context.version}.cdx.json", f"jarparity-{context.version}-originals.cdx.json")
    faults = []
    for name, document, other in zip(names, (wheel, originals), again, strict=True):
        faults += [f"{name}: {fault}" for fault in invalid(printed(document))]
        if document != other:
            faults.append(f"{name}: made twice, it is not the same")
        whole_file.replace(context.dist / name, printed(document).encode())
    if faults:
        raise StepFailedError(*faults)
    projects = {(one["group"], one["name"], one["version"]) for one in originals["components"]}
    return Done(
        f"CycloneDX 1.6, valid and the same when made again: the wheel with {len(wheel['components'])} distributions, "
        f"and {len(originals['components'])} JARs of the originals ({len(projects)} projects) with coordinates, "
        "digests and licences"
    )


def _documents(context: ReleaseContext) -> tuple[Bill, Bill]:
    made = building.delivered(context).wheel
    wheel, originals = bills.of_python(context), bills.of_originals(context)
    root = wheel["metadata"]["component"]
    root["purl"] = f"pkg:pypi/jarparity@{context.version}"
    root["hashes"] = [{"alg": "SHA-256", "content": sha256(made)}]
    originals["metadata"]["component"]["version"] = context.version
    policy = licences.Policy.load()
    for document in (wheel, originals):
        for component in document["components"]:
            if found := licences.expression(component, policy):
                component["licenses"] = [{"expression": found}]
        document["metadata"]["timestamp"] = datetime.fromtimestamp(int(context.epoch), UTC).isoformat()
        document["serialNumber"] = f"urn:uuid:{uuid.uuid5(_SERIALS, printed(document))}"
    return wheel, originals


def printed(document: Bill) -> str:
    """A document's text."""
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def invalid(text: str) -> list[str]:
    """What CycloneDX's own schema says against a document."""
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    return [] if error is None else [f"not valid: {error}"]
