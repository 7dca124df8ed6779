"""What `croupier check` found, in the two forms that builds and code reviews read: JUnit's and SARIF's."""

import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as Xml

import msgspec
from msgspec import Struct

from croupier.cli.toml_lines import line_of
from croupier.rulebook.errors import BadInput
from croupier.rulebook.finding import Finding
from croupier.rulebook.readings import readings
from croupier.rulebook.register import clauses

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"violation": "error", "warning": "warning"}
# What XML cannot hold, however it is written.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Checked(Struct, frozen=True):
    """One submission that was checked: its findings, or the `problem` that kept it from being read."""

    file: str
    text: str = ""
    rules: str = ""
    findings: tuple[Finding, ...] = ()
    problem: str = ""

    @property
    def violations(self) -> tuple[Finding, ...]:
        """What has to be mended."""
        return tuple(finding for finding in self.findings if finding.severity == "violation")

    @property
    def complies(self) -> bool:
        """Whether it was read and breaks nothing."""
        return not self.problem and not self.violations


def write_report(file: str, report: bytes) -> None:
    """The report in its file, or a sentence about why it cannot be there."""
    try:
        Path(file).write_bytes(report)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{file} cannot be written ({reason}); name another file.") from None


def junit(checked: Sequence[Checked]) -> bytes:
    """A suite for each submission, a failed case for each violation; warnings are the suite's output."""
    suites = [_suite(item) for item in checked]
    counts = {name: str(sum(int(suite.attrib[name]) for suite in suites)) for name in ("tests", "failures", "errors")}
    top = Xml.Element("testsuites", {"name": "croupier check", **counts, "time": "0"})
    top.extend(suites)
    Xml.indent(top)
    written: bytes = Xml.tostring(top, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _suite(item: Checked) -> Xml.Element:
    name = _xml(item.file)
    counts = {
        "tests": max(1, len(item.violations)),
        "failures": len(item.violations),
        "errors": int(bool(item.problem)),
        "skipped": 0,
        "time": 0,
    }
    suite = Xml.Element("testsuite", {"name": name} | {key: str(count) for key, count in counts.items()})
    for finding in item.violations:
        case = Xml.SubElement(suite, "testcase", name=_xml(finding.field), classname=name, file=name, time="0")
        failure = Xml.SubElement(case, "failure", message=_xml(finding.message), type=finding.clause or "violation")
        failure.text = _xml(f"{_place(item, finding)}: {finding.message} ({finding.clause or 'no clause'})")
    if not item.violations:
        case = Xml.SubElement(suite, "testcase", name="complies", classname=name, file=name, time="0")
        if item.problem:
            Xml.SubElement(case, "error", message=_xml(item.problem), type="unusable").text = _xml(item.problem)
    warnings = [finding for finding in item.findings if finding.severity == "warning"]
    if warnings:
        told = (f"{_place(item, finding)}: {finding.field}: {finding.message}" for finding in warnings)
        Xml.SubElement(suite, "system-out").text = _xml("\n".join(told))
    return suite


def _place(item: Checked, finding: Finding) -> str:
    return f"{item.file}:{line_of(item.text, finding.field)}"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def sarif(checked: Sequence[Checked]) -> bytes:
    """A run whose rules are the clauses cited, with a result for each finding, at the line of its field."""
    found = [(item, finding) for item in checked for finding in item.findings]
    rules = list(dict.fromkeys(_rule(finding) for _, finding in found))
    problems = [
        {"level": "error", "message": {"text": _utf8(item.problem)}, "locations": [_location(item, "")]}
        for item in checked
        if item.problem
    ]
    run = {
        "tool": {
            "driver": {
                "name": "Croupier",
                "version": version("croupier"),
                "rules": [{"id": rule, "shortDescription": {"text": _summary(rule)}} for rule in rules],
            }
        },
        "invocations": [{"executionSuccessful": not problems, "toolExecutionNotifications": problems}],
        "results": [
            {
                "ruleId": _rule(finding),
                "ruleIndex": rules.index(_rule(finding)),
                "level": LEVELS[finding.severity],
                "message": {"text": _utf8(finding.message)},
                "locations": [_location(item, finding.field)],
                "properties": {"field": _utf8(finding.field), "clause": finding.clause},
            }
            for item, finding in found
        ],
    }
    log: dict[str, Any] = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2) + b"\n"


def _rule(finding: Finding) -> str:
    """The first clause that a finding cites; what no clause says is of our own making."""
    return finding.clause.partition(", ")[0] or f"croupier:{finding.severity}"


def _summary(rule: str) -> str:
    """The clause, or the reading, in a sentence."""
    document, of_a_document, _ = rule.partition(":")
    if document == "croupier":
        return "Something that no clause asks for."
    return clauses(document)[rule].summary if of_a_document else readings()[rule.removeprefix("reading ")].adopted


def _location(item: Checked, field: str) -> dict[str, Any]:
    path = Path(item.file)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix().encode("utf-8", "surrogateescape"))
    place = {"artifactLocation": {"uri": uri}, "region": {"startLine": line_of(item.text, field)}}
    logical = [{"fullyQualifiedName": _utf8(field)}] if field else []
    return {"physicalLocation": place} | ({"logicalLocations": logical} if logical else {})


def _utf8(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
