"""What is running where: the list names every byte that changes, and nothing else; a changed list is refused."""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import croupier
from croupier.house.components.comparing import compared
from croupier.house.components.in_force import running_tables
from croupier.house.components.installed import (
    PACKAGE,
    at_the_start,
    changed_since_the_start,
    groups_of_files,
    installed,
)
from croupier.house.components.listing import GROUPS, Component, ComponentGroup, grouped, installation_digest
from croupier.house.components.requirements import applies, dependencies
from croupier.house.components.signed import SignedComponents, canonical_digest, signed_components, verify_components
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers import filing_commands as fc
from croupier.house.log import store
from croupier.house.log.chain import Record
from croupier.house.log.filings import day_of
from croupier.house.service.house import TableTerms
from croupier.rulebook import shelf
from croupier.rulebook.digests import digest_of
from croupier.rulebook.elect import resolve
from croupier.rulebook.load import load
from croupier.rulebook.submission import parse_submission
from tests.house.floor import Floor, example

FILES = ("program", "rule_data", "kernels", "pages")
ATLANTIS = Path(__file__).parents[3] / "docs/atlantis"
Package = Callable[[], Path]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """A function that makes a copy of the package, each in a folder of its own."""
    made = iter(range(100))

    def copy() -> Path:
        left_out = shutil.ignore_patterns("__pycache__")
        return Path(shutil.copytree(PACKAGE, tmp_path / f"place {next(made)}" / "croupier", ignore=left_out))

    return copy


@pytest.fixture
def floor(database: Database) -> Floor:
    """A house of two tables."""
    made = Floor(database)
    made.open("oak-1", "md-tcp")
    made.open("oak-2", "md-uth", ())
    return made


def different(there: tuple[ComponentGroup, ...], here: tuple[ComponentGroup, ...]) -> list[tuple[str, str, str]]:
    """What is not the same, by group, name and verdict."""
    found = compared(there, here, GROUPS)
    return [(one.group, one.name, one.verdict) for one in found if one.verdict != "same"]


def values(groups: tuple[ComponentGroup, ...], wanted: str) -> dict[str, str]:
    (found,) = [group for group in groups if group.group == wanted]
    return {one.name: one.value for one in found.components}


def test_equal_installations_are_equal_wherever_and_whenever(package: Package) -> None:
    one, other = package(), package()
    assert "__pycache__" not in {path.name for path in one.rglob("*")}
    (other / "table" / "__pycache__").mkdir()
    (other / "table" / "__pycache__" / "decide.cpython-311.pyc").write_bytes(b"compiled")
    for path in other.rglob("*"):
        os.utime(path, (1, 1))
    assert groups_of_files(one) == groups_of_files(other) == groups_of_files()
    assert str(PACKAGE.parent) not in str(groups_of_files())


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("rulebook/data/md-tcp.yaml", [("rule_data", "rulebook/data/md-tcp.yaml")]),
        ("rulebook/data/clauses/md-uth.tsv", [("rule_data", "rulebook/data/clauses/md-uth.tsv")]),
        ("rulebook/data/readings.yaml", [("rule_data", "rulebook/data/readings.yaml")]),
        ("rulebook/data/releases/0.3.0.zip", [("rule_data", "rulebook/data/releases/0.3.0.zip")]),
        ("server/desk/templates/sign.typ", [("rule_data", "server/desk/templates/sign.typ")]),
        ("server/static/index.html", [("pages", "index.html")]),
        ("server/static/version.json", [("pages", "version.json")]),
        ("table/decide.py", [("program", "table/decide.py")]),
        ("server/accounts/common_words.txt", [("program", "server/accounts/common_words.txt")]),
        ("odds/kernels/hold_em.py", [("program", "odds/kernels/hold_em.py"), ("kernels", "odds/kernels/hold_em.py")]),
    ],
)
def test_one_changed_byte_names_exactly_its_component(
    file: str, named: list[tuple[str, str]], package: Package
) -> None:
    changed = package() / file
    content = bytearray(changed.read_bytes())
    content[len(content) // 2] ^= 1
    changed.write_bytes(content)
    found = different(groups_of_files(), groups_of_files(changed.parents[len(Path(file).parts) - 1]))
    assert found == [(group, name, "another") for group, name in named]


def test_a_file_too_many_and_one_too_few_are_named(package: Package) -> None:
    here = package()
    (here / "table" / "luck.py").write_text("ODDS = 2\n", "utf-8")
    (here / "table" / "hidden.pyc").write_bytes(b"Python runs this one too, where it has no source")
    (here / "cards.py").unlink()
    found = different(groups_of_files(), groups_of_files(here))
    assert found == [
        ("program", "cards.py", "missing"),
        ("program", "table/hidden.pyc", "only_here"),
        ("program", "table/luck.py", "only_here"),
    ]


def test_every_file_of_the_package_is_listed_once_and_by_its_sha256() -> None:
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    groups = groups_of_files()
    listed = {**values(groups, "program"), **values(groups, "rule_data")}
    listed |= {f"server/static/{name}": digest for name, digest in values(groups, "pages").items()}
    assert len(listed) == sum(len(values(groups, name)) for name in ("program", "rule_data", "pages"))
    told = {name for name in listed if name.startswith("rulebook/data/rounds/")}
    assert len(told) > 100
    assert {path.relative_to(PACKAGE).as_posix() for path in files} == {*listed} - told
    for path in files:
        assert listed[path.relative_to(PACKAGE).as_posix()] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_digest_of_a_group_is_what_sha256sum_lists() -> None:
    (program,) = [group for group in groups_of_files() if group.group == "program"]
    names = [one.name for one in program.components]
    assert names == sorted(names)
    listing = subprocess.run(["sha256sum", *names], cwd=PACKAGE, capture_output=True, check=True).stdout
    assert hashlib.sha256(listing).hexdigest() == program.digest


def test_rulebooks_are_named_by_what_they_say_and_ones_own_come_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = installed()
    assert values(before, "rulebooks") == {name: digest_of(load(name)) for name in shelf.OWN.ids()}
    places = [Path(shutil.copytree(ATLANTIS, tmp_path / name)) for name in ("here", "there")]
    (places[0] / "notes to self.txt").write_text("no rule", "utf-8")
    lists = []
    for place in places:
        monkeypatch.setenv(shelf.SETTING, str(place))
        shelf.forget()
        lists.append(installed())
    try:
        assert lists[0] == lists[1], "where a folder is does not matter"
        assert {"atlantis-tcp", "atlantis-uth"} < {*values(lists[0], "rulebooks")} - {*values(before, "rulebooks")}
        (yaml,) = [name for name in values(lists[0], "rule_data") if name.endswith("/atlantis-tcp.yaml")]
        assert yaml == "folder-1/atlantis-tcp.yaml"
        assert not [name for name in values(lists[0], "rule_data") if "notes to self" in name]
        document = places[1] / "atlantis-tcp.yaml"
        document.write_text("# Read twice.\n" + document.read_text("utf-8"), "utf-8")
        shelf.forget()
        assert different(lists[0], installed()) == [("rule_data", yaml, "another")], "the law is still the same"
    finally:
        monkeypatch.delenv(shelf.SETTING)
        shelf.forget()


def test_dependencies_are_what_the_program_needs_and_not_what_its_makers_need() -> None:
    found = {one.name: one.version for one in dependencies()}
    assert found["msgspec"] == msgspec.__version__
    assert {"psycopg-binary", "llvmlite", "h11", "sqlalchemy"} <= {*found}
    assert not {"croupier", "pytest", "mypy", "ruff", "dask", "importlib-metadata"} & {*found}


@pytest.mark.parametrize(
    ("marker", "extra", "holds"),
    [
        ("", "", True),
        ("python_version < '3.10'", "", False),
        ('python_version >= "3.9"', "", True),
        ("extra == 'binary'", "", False),
        ('implementation_name != "nonesuch" and extra == "binary"', "binary", True),
        ("(python_version < '3' or extra == 'a') and sys_platform != 'nonesuch'", "a", True),
        ("sys_platform == 'nonesuch'", "", False),
        ("something ~= new", "", True),
    ],
)
def test_a_requirement_applies_where_its_marker_says(marker: str, extra: str, holds: bool) -> None:
    assert applies(marker, extra) == holds


@pytest.mark.databases("any")
def test_a_list_is_signed_and_a_stranger_can_check_it(floor: Floor) -> None:
    made = signed_components(floor.house, "regulator:rae")
    assert all(check.passed for check in verify_components(made, made.public_key)), verify_components(made)
    assert (made.components.house, made.components.by) == (floor.house.keys.name, "regulator:rae")
    assert made.components.restart_due == ()
    plain = json.loads(msgspec.json.encode(made))["components"]
    canonical = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert hashlib.sha256(canonical).hexdigest() == made.digest
    floor.house.keys.signing.public_key().verify(
        bytes.fromhex(made.signature), b"croupier components 1\0" + bytes.fromhex(made.digest)
    )
    again = signed_components(floor.house, "admin")
    assert again.components.installation == made.components.installation
    assert again.components.groups == made.components.groups
    assert again.digest != made.digest, "who made it, and when, is signed too"


def failing(told: SignedComponents, posted: str = "") -> list[str]:
    return [check.name for check in verify_components(told, posted) if not check.passed]


@pytest.mark.databases("any")
def test_a_changed_list_is_refused_whatever_was_changed(floor: Floor) -> None:
    made = signed_components(floor.house, "admin")
    honest = made.components
    for changed in (
        replace(honest, by="floor:mallory"),
        replace(honest, at_ms=honest.at_ms + 1),
        replace(honest, version="9.9"),
        replace(honest, tables=honest.tables[1:]),
        replace(honest, tables=(replace(honest.tables[0], filing=7), *honest.tables[1:])),
    ):
        assert failing(replace(made, components=changed)) == ["list", "signature"]
        resealed = replace(made, components=changed, digest=canonical_digest(changed).hex())
        assert failing(resealed) == ["signature"], "a new digest is not a new signature"
    program = honest.groups[0]
    swapped = (replace(program.components[0], digest="0" * 64), *program.components[1:])
    forged = replace(honest, groups=(replace(program, components=swapped), *honest.groups[1:]))
    assert failing(replace(made, components=forged)) == ["list", "signature", "groups"]
    mended = (grouped("program", swapped), *honest.groups[1:])
    forged = replace(honest, groups=mended, installation=installation_digest(mended))
    assert failing(replace(made, components=forged)) == ["list", "signature"]
    assert failing(replace(made, components=replace(honest, groups=honest.groups[1:]))) == [
        "list",
        "signature",
        "groups",
    ]
    assert failing(replace(made, components=replace(honest, house="0" * 16))) == ["list", "signature", "house"]
    assert failing(made, "ab" * 32) == ["signature"]
    assert failing(replace(made, public_key="ff" * 32)) == ["signature", "house"]


@pytest.mark.databases("any")
def test_a_house_cannot_sign_a_list_whose_groups_do_not_add_up(floor: Floor) -> None:
    made = signed_components(floor.house, "admin")
    twice = replace(made.components.groups[0], components=made.components.groups[0].components * 2)
    told = replace(made.components, groups=(twice, *made.components.groups[1:]))
    digest = canonical_digest(told)
    signature = floor.house.keys.signing.sign(b"croupier components 1\0" + digest).hex()
    assert failing(replace(made, components=told, digest=digest.hex(), signature=signature)) == ["groups"]


@pytest.mark.databases("any")
def test_a_process_whose_files_changed_says_that_it_runs_the_old_ones(floor: Floor) -> None:
    here = installed()
    assert at_the_start()
    assert changed_since_the_start(here) == ()
    program = grouped("program", [*here[0].components, Component("table/luck.py", "0" * 64)])
    pages = grouped("pages", [Component("index.html", "0" * 64)])
    later = (program, *[pages if group.group == "pages" else group for group in here[1:]])
    assert changed_since_the_start(later) == ("program table/luck.py",), (
        "pages are read anew whenever they are asked for"
    )
    made = signed_components(floor.house, "admin")
    due = replace(made.components, restart_due=changed_since_the_start(later))
    assert "running" in failing(replace(made, components=due))


def records(floor: Floor, table: str) -> list[Record]:
    with floor.database.read() as connection:
        return list(store.records_after(connection, table, 0))


def test_tables_say_what_they_run_by_and_since_when(floor: Floor) -> None:
    first, second = running_tables(floor.house)
    filed = parse_submission(example("md-tcp"), "the example")
    assert (first.table, first.rulebook, first.rules) == ("oak-1", "md-tcp", resolve(filed).digest)
    assert (first.submission, first.filing, first.since_round) == (digest_of(filed), 0, 0)
    assert 0 < first.since_ms < second.since_ms
    other = example("md-tcp").replace("seats = 7 ", "seats = 6 ")
    changed = parse_submission(other, "the other")
    floor.do("oak-1", h.ChangeRules(submission=other, by="floor:kim"))
    assert running_tables(floor.house)[0] == first, "the round under way is played by the rules that it began with"
    floor.play("oak-1")
    now = running_tables(floor.house)[0]
    assert (now.rules, now.submission, now.since_round) == (resolve(changed).digest, digest_of(changed), 2)
    ended = [record.at_ms for record in records(floor, "oak-1") if record.round == 1][-1]
    assert now.since_ms >= ended > second.since_ms
    floor.do("oak-2", h.ChangeRules(submission=example("md-uth").replace("seats = 6", "seats = 5"), by="floor:kim"))
    waits = running_tables(floor.house)[1]
    assert waits.rules != second.rules
    assert waits.since_round == 1
    assert now.since_ms < waits.since_ms == floor.table("oak-2").at_ms, "nobody has played there yet"
    floor.do("oak-2", h.CloseTable(by="floor:kim"))
    assert [one.table for one in running_tables(floor.house)] == ["oak-1"]


def test_filings_in_force_are_listed_by_their_values_and_their_rules(floor: Floor) -> None:
    house, text = floor.house, "# as we mean it\n" + example("md-fcp")
    day = day_of(house.now_ms())
    floor.do(CAGE, fc.MakeFiling(text=text, by="department:tess"))
    floor.do(CAGE, fc.SubmitFiling(filing=1, version=1, by="department:tess"))
    before = signed_components(house, "admin").components.groups
    assert [*values(before, "submissions")] == [
        "table-oak-1/rules", "table-oak-1/submission", "table-oak-2/rules", "table-oak-2/submission",
    ]  # fmt: skip
    floor.do(CAGE, fc.ApproveFiling(filing=1, version=2, from_day=day, until_day="", conditions=(), by="regulator:rae"))
    house.open_table("elm-1", example("md-fcp"), TableTerms())
    after = signed_components(house, "admin").components
    filed = parse_submission(example("md-fcp"), "the example")
    listed = values(after.groups, "submissions")
    assert listed["filing-1/submission"] == listed["table-elm-1/submission"] == digest_of(filed), "comments aside"
    assert listed["filing-1/rules"] == listed["table-elm-1/rules"] == resolve(filed).digest
    assert {one.table: one.filing for one in after.tables} == {"elm-1": 1, "oak-1": 0, "oak-2": 0}


def test_the_package_that_is_listed_is_the_one_that_runs() -> None:
    assert croupier.__file__ is not None
    assert Path(croupier.__file__).parent == PACKAGE
