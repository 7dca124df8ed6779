"""Every number of every paytable, line by line, against what the documents print.

`printed_numbers.tsv` is a copy of the numbers as the clauses state them; nothing in it comes from the rule data.
"""

import csv
import re
from pathlib import Path

import pytest

from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.load import load, rulebook_ids

PRINTED = list(
    csv.DictReader(
        Path(__file__).with_name("printed_numbers.tsv").read_text("utf-8").splitlines(),
        delimiter="\t",
        quoting=csv.QUOTE_NONE,
    )
)
OUR_WORDS = {"quads": "four_of_a_kind", "trips": "three_of_a_kind", "pair_aces": "pair_of_aces"}
# Blind Paytable B prints "less than a straight" though it has no straight line: reading U-01 makes it the flush.
READ_OTHERWISE = {("md-uth:12B(2)", "less_than_straight"): "less_than_flush"}
# Envy C as a ruling would mend it (reading A11): an alternative that no document prints.
NOT_PRINTED = {("md-fcp", "envy", "elections.envy_c_hands is royal_flush")}


def printed_lines(clause: str, numbers: str) -> dict[str, str]:
    """Line and odds as printed, in our words."""
    lines = {}
    for part in numbers.split("; "):
        name, _, pays = part.partition("=")
        name = READ_OTHERWISE.get((clause, name), OUR_WORDS.get(name, name))
        lines[name] = in_our_form(pays)
    return lines


def in_our_form(pays: str) -> str:
    share = re.fullmatch(r"(\d+)(?:%| percent)(?: of)?(?: (\w+))?(?: Progressive)?", pays)
    if share:
        meter = (share[2] or "meter").lower()
        return f"{share[1]} percent of {'progressive' if meter == 'meter' else meter}"
    if pays.startswith("$"):
        return f"${int(pays[1:].replace(',', '')):,}"
    return pays.replace("For", "for")


def tables_of(clause: str, envy: bool) -> list[tuple[str, Paytable]]:
    """The tables that cite the clause, with their wager."""
    document = load(clause.partition(":")[0])
    return [
        (menu.wager, table)
        for menu in document.paytables
        for table in menu.tables
        if clause in table.clause
        and (menu.wager == "envy") == envy
        and not is_not_printed(document.rulebook, menu.wager, table)
    ]


def is_not_printed(rulebook: str, wager: str, table: Paytable) -> bool:
    return (rulebook, wager, table.when.text) in NOT_PRINTED


def lines_of(table: Paytable) -> dict[str, str]:
    return {line.line: str(line.pays) for line in table.lines}


def rows(*kinds: str) -> list[object]:
    return [
        pytest.param(
            *(row["clause"], row["kind"], row["numbers"]),
            id=f"{row['clause']}-{row['kind']}",
            marks=pytest.mark.clause(row["clause"]),
        )
        for row in PRINTED
        if row["kind"] in kinds
    ]


@pytest.mark.parametrize(("clause", "kind", "numbers"), rows("pays"))
def test_every_line_pays_what_is_printed(clause: str, kind: str, numbers: str) -> None:
    printed = printed_lines(clause, numbers)
    found = tables_of(clause, envy=is_envy(clause))
    assert found, f"no paytable cites {clause}"
    if set(printed) == {"ante", "play"}:
        assert {wager: lines_of(table)["win"] for wager, table in found} == printed
        return
    for _, table in found:
        assert list(lines_of(table).items()) == list(printed.items())


def is_envy(clause: str) -> bool:
    """Whether the clause prints an envy schedule, by where the documents print theirs."""
    return bool(re.match(r"md-tcp:\.12E\(5\)|md-fcp:\.12[EF]|ma-fcp-1:13\(a\)\(5\)|md-uth:12D\([67]\)", clause))


@pytest.mark.parametrize(("clause", "kind", "numbers"), rows("envy"))
def test_every_envy_column_pays_what_is_printed(clause: str, kind: str, numbers: str) -> None:
    name = re.sub("/envy$", "", clause)
    found = [table for _, table in tables_of(f"{name}/envy", envy=True)]
    assert len(found) == 1
    assert lines_of(found[0]) == printed_lines(clause, numbers)


@pytest.mark.parametrize(("clause", "kind", "numbers"), rows("seed"))
def test_every_seed_is_what_is_printed(clause: str, kind: str, numbers: str) -> None:
    name = re.sub("/seed$", "", clause)
    ((_, table),) = tables_of(name, envy=False)
    seeds = {meter.meter: dict(meter.seed.bounds()) for meter in table.meters}
    printed = {part.partition("=")[0]: part.partition("=")[2] for part in numbers.split("; ")}
    wanted = {
        "progressive" if name == "meter" else name: {"exactly": int(sum_.strip("$").replace(",", "")) * 100}
        for name, sum_ in printed.items()
    }
    assert seeds == wanted
    assert all(meter.scales_with_stake for meter in table.meters)


def test_no_table_is_left_unprinted() -> None:
    printed = {row["clause"] for row in PRINTED}
    printed |= {f"{row['clause']}/envy" for row in PRINTED if row["kind"] == "envy"}
    strangers = [
        (rulebook, menu.wager, table.id)
        for rulebook in rulebook_ids()
        for menu in load(rulebook).paytables
        for table in menu.tables
        if not printed.intersection(table.clause) and not is_not_printed(rulebook, menu.wager, table)
    ]
    assert not strangers


def test_the_printed_numbers_are_all_here() -> None:
    assert len(PRINTED) == 130
    assert sum(len(row["numbers"].split("; ")) for row in PRINTED) == 612
