"""Step `sbom`: CycloneDX documents of what the wheel is installed with, and of the JARs that it fetches.

Nothing in them is of the clock or drawn: the time is the commit's, the serial number that of the content.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from jarparity import whole_file
from quality.release import archives, building, jars, licences, locking, python_parts
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from quality.release.desk import Desk
    from quality.release.jars import Jar
    from quality.release.python_parts import Part

_SERIALS: Final = uuid.UUID("f3b39b0c-2f5e-5b0e-9a53-8d1d4f6d0f4a")
"""The name space of our serial numbers."""
_LICENCES: Final = LicenseFactory()


def sbom(desk: Desk) -> Done:
    """Writes both documents into `dist`, twice the same, each valid by CycloneDX's schema.

    Raises:
        StepFailedError: One of them is not valid, or not the same the second time.
    """
    wheel = building.delivered(desk).wheel
    policy = licences.Policy.load()
    parts, locked = python_parts.locked(desk), jars.locked(desk)
    of_parts, of_jars = python_parts.licensed(parts, policy), licences.of_jars(desk, policy)
    documents: dict[str, Callable[[], Bom]] = {
        f"jarparity-{desk.version}.cdx.json": lambda: _of_wheel(desk, wheel, parts, of_parts),
        f"jarparity-{desk.version}-originals.cdx.json": lambda: _of_originals(desk, locked, of_jars),
    }
    faults = []
    for name, make in documents.items():
        text, again = printed(make()), printed(make())
        faults += [f"{name}: {fault}" for fault in invalid(text)]
        if text != again:
            faults.append(f"{name}: made twice, it is not the same")
        whole_file.replace(desk.dist / name, text.encode())
    if faults:
        raise StepFailedError(*faults)
    return Done(
        f"CycloneDX 1.6, valid and the same when made again: the wheel with {len(parts)} distributions, and "
        f"{len(locked)} JARs of the originals ({len({jar.coordinates for jar in locked})} projects) with coordinates, "
        "digests and licences"
    )


def printed(bom: Bom) -> str:
    """A document's text; its serial number is made from the rest of it."""
    bom.serial_number = _SERIALS
    body = _json(bom)
    bom.serial_number = uuid.uuid5(_SERIALS, body)
    return _json(bom) + "\n"


def _json(bom: Bom) -> str:
    return make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2)


def invalid(text: str) -> list[str]:
    """What CycloneDX's own schema says against a document."""
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    return [] if error is None else [f"not valid: {error}"]


def _of_wheel(desk: Desk, wheel: Path, parts: Iterable[Part], licensed: Mapping[str, str | None]) -> Bom:
    root = _component(
        "jarparity",
        desk.version,
        PackageURL("pypi", None, "jarparity", desk.version),
        [archives.digest(wheel)],
        "Apache-2.0",
        kind=ComponentType.APPLICATION,
    )
    bom = _bom(desk, root)
    always = {pin.name for pin in locking.read((desk.root / locking.KIT).read_text("utf-8"), locking.KIT.as_posix())}
    components: dict[str, list[Component]] = {}
    for part in parts:
        one = _component(
            part.pin.name,
            part.pin.version,
            PackageURL("pypi", None, part.pin.name, part.pin.version),
            [],
            licensed[str(part)],
            scope=ComponentScope.REQUIRED if part.pin.name in always else ComponentScope.OPTIONAL,
            properties={"jarparity:marker": part.pin.marker, "jarparity:files": ",".join(part.pin.digests)},
        )
        components.setdefault(part.pin.name, []).append(one)
        bom.components.add(one)
    wanted = _direct(desk)
    bom.register_dependency(root, [one for name in sorted(wanted & components.keys()) for one in components[name]])
    for part in parts:
        needs = [one for name in part.needs for one in components.get(name, ())]
        for component in components[part.pin.name]:
            if component.version == part.pin.version:
                bom.register_dependency(component, needs)
    return bom


def _of_originals(desk: Desk, locked: Iterable[Jar], licensed: Mapping[str, str | None]) -> Bom:
    name = "jarparity-originals"
    root = _component(name, desk.version, PackageURL("generic", None, name, desk.version), [], None)
    bom = _bom(desk, root)
    components = []
    for jar in locked:
        one = jar.coordinates
        qualifiers = {"type": "jar"} | ({"classifier": jar.classifier} if jar.classifier else {})
        components.append(
            _component(
                one.artifact,
                one.version,
                PackageURL("maven", one.group, one.artifact, one.version, qualifiers),
                [jar.digest],
                licensed[str(one)],
                group=one.group,
                scope=ComponentScope.EXCLUDED,  # fetched by whoever uses the kit; never part of what we pass on
                properties={"jarparity:file": jar.name, "jarparity:sets": ", ".join(jar.sets)},
            )
        )
    bom.components.update(components)
    bom.register_dependency(root, components)
    return bom


def _bom(desk: Desk, root: Component) -> Bom:
    bom = Bom()
    bom.metadata.component = root
    bom.metadata.timestamp = datetime.fromtimestamp(int(desk.epoch), UTC)
    return bom


def _component(  # noqa: PLR0913 - what a component has
    name: str,
    version: str,
    purl: PackageURL,
    digests: Iterable[str],
    licence: str | None,
    *,
    kind: ComponentType = ComponentType.LIBRARY,
    group: str | None = None,
    scope: ComponentScope | None = None,
    properties: Mapping[str, str] | None = None,
) -> Component:
    return Component(
        name=name,
        version=version,
        group=group,
        type=kind,
        scope=scope,
        purl=purl,
        bom_ref=purl.to_string(),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in digests],
        licenses=[_LICENCES.make_from_string(licence)] if licence else [],
        properties=[Property(name=key, value=value) for key, value in (properties or {}).items() if value],
    )


def _direct(desk: Desk) -> set[str]:
    """What `pyproject.toml` names: dependencies, and those of every extra."""
    return {canonicalize_name(Requirement(text).name) for text in desk.requirements("fast", "jvm", "spark")}
