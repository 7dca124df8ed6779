"""Bad input: exit 2, one sentence that says what, where and what to write instead, never a traceback."""

import os
from pathlib import Path

import pytest

from croupier.cli.check import example_text

from .command import assert_refused, here, really

Capture = pytest.CaptureFixture[str]
RULES = b'rules = "md-tcp"\n'

# The bytes of a file, and words of the refusal.
FILES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("does not say which rulebook", 'write rules = "')),
    "only a remark": (b"# a remark\n", ("does not say which rulebook",)),
    "binary": (bytes(range(256)), ("not text in UTF-8", "save")),
    "an image": (b"\x89PNG\r\n\x1a\n\x00\x00", ("not text in UTF-8",)),
    "UTF-16": ('rules = "md-tcp"'.encode("utf-16"), ("not text in UTF-8",)),
    "Latin-1": (RULES + 'operator.name = "Café"'.encode("latin-1"), ("not text in UTF-8",)),
    "NUL": (b'rules = "md-\x00tcp"\n', ("not TOML", "line 1", "mend")),
    "lone carriage return": (b'rules = "md-tcp"\rx = 1\r', ("not TOML", "line 1")),
    "prose": (b"Dear Commission, please find enclosed.\n", ("not TOML", "line 1", "mend")),
    "JSON": (b'{"rules": "md-tcp"}\n', ("not TOML", "line 1")),
    "YAML": (b"rules: md-tcp\n", ("not TOML", "line 1")),
    "string left open": (b'rules = "md-tcp\n', ("not TOML", "line 1")),
    "table left open": (RULES + b"[table\n", ("not TOML", "line 2")),
    "no value": (RULES + b"[table]\nseats =\n", ("not TOML", "line 3")),
    "word without quotes": (RULES + b"[table]\nname = One\n", ("not TOML", "line 3")),
    "key twice": (RULES + b"[table]\nseats = 6\nseats = 7\n", ("cannot overwrite a value", "line 4")),
    "table twice": (RULES + b"[table]\n[table]\n", ("cannot declare table twice", "line 3")),
    "rules twice": (RULES + RULES, ("cannot overwrite a value", "line 2")),
    "leading zero": (RULES + b"[table]\nseats = 07\n", ("not TOML", "line 3")),
    "too long": (RULES + b"# " + b"x" * 100_000, ("over 100,000 bytes",)),
    "nested lists": (RULES + b"offers = " + b"[" * 20_000 + b"]" * 20_000, ("too deep",)),
    "nested tables": (RULES + b"elections = " + b"{a = " * 9_000 + b"1" + b"}" * 9_000, ("too deep",)),
    "long dotted key": (RULES + b"elections." + b"a." * 3_000 + b"a = 1", ("elections.a", "table of keys", "a choice")),
    "number of 5,000 digits": (RULES + b"[table]\nseats = " + b"9" * 5_000, ("too long",)),
    "hexadecimal of 5,000 digits": (RULES + b"[table]\nseats = 0x" + b"f" * 5_000, ("table.seats", "enormous")),
    "key of 50,000 letters": (RULES + b"k" * 50_000 + b" = 1", ("there is no key kkk", "there are rules")),
    "rules is a number": (b"rules = 7\n", ("does not say which rulebook",)),
    "rules is a list": (b'rules = ["md-tcp"]\n', ("does not say which rulebook",)),
    "rules is a table": (b"[rules]\n", ("does not say which rulebook",)),
    "rulebook misspelt": (b'rules = "md-tpc"\n', ("no rulebook 'md-tpc'", "nearest is md-tcp")),
    "rulebook in capitals": (b'rules = "MD-UTH"\n', ("no rulebook 'MD-UTH'", "nearest is md-uth")),
    "rulebook unknown": (b'rules = "nevada"\n', ("no rulebook 'nevada'", "ma-fcp-1, ma-fcp-2, md-fcp")),
    "rulebook a path": (b'rules = "../md-tcp"\n', ("no rulebook '../md-tcp'",)),
    "rulebook empty": (b'rules = ""\n', ("no rulebook ''",)),
    "rulebook with a look-alike letter": ('rules = "md-tсp"\n'.encode(), ("no rulebook 'md-tсp'", "nearest is md-tcp")),
    "rulebook with a line break": (b'rules = "md-tcp\\n"\n', ("no rulebook 'md-tcp\\n'", "nearest is md-tcp")),
}

# A line added to a submission that says only which rulebook it is filed under, and words of the refusal.
LINES: dict[str, tuple[str, ...]] = {
    # keys misspelt, at every level
    "tabel.seats = 7": ("no key tabel;", "nearest is table"),
    "Table.seats = 7": ("no key Table;", "nearest is table"),
    "offer = ['ante']": ("no key offer;", "nearest is offers"),
    "election.dealing = 'hand'": ("no key election;", "nearest is elections"),
    "zzz = 1": ("no key zzz;", "there are rules, operator, table, offers"),
    "table.seets = 7": ("no key table.seets;", "nearest is seats"),
    "operator.nam = 'x'": ("no key operator.nam;", "nearest is name"),
    "layout.aeras = []": ("no key layout.aeras;", "nearest is areas"),
    "equipment.shufler.kind = 'manual'": ("no key equipment.shufler;", "nearest is shuffler"),
    "equipment.shuffler.kid = 'manual'": ("no key equipment.shuffler.kid;", "nearest is kind"),
    "cards.cover_card.opaqe = true": ("no key cards.cover_card.opaqe;", "nearest is opaque"),
    "limits.ante.minimum = 500": ("no key limits.ante.minimum;", "nearest is minimum_cents"),
    "progressive.mayor.rate = '5 %'": ("no key progressive.mayor;", "nearest is major"),
    "progressive.major.rates = '5 %'": ("no key progressive.major.rates;", "nearest is rate"),
    "payout_limit.amount = 5000000": ("no key payout_limit.amount;", "nearest is amount_cents"),
    '"table.seats" = 7': ('no key "table.seats";',),
    '"" = 7': ('no key "";',),
    '"se\\u0000ts" = 7': ('no key "se\\x00ts";',),
    '"\\u001b[31mred" = 7': ('no key "\\x1b[31mred";',),
    '"a - at `$.table`" = 7': ("no key",),
    "operator.näme = 'x'": ("not TOML",),
    "'tаble'.seats = 7": ("no key tаble;", "nearest is table"),
    # wrong kinds, at every level
    "operator = 'House'": ('operator is "House";', "a table of keys"),
    "operator.name = 5": ("operator.name is 5;", "printable characters in quotes"),
    "operator.name = true": ("operator.name is true;", "in quotes"),
    "operator.name = ['House']": ("operator.name is a list;", "in quotes"),
    "operator.name = {first = 'A'}": ("operator.name is a table of keys;", "in quotes"),
    "operator.name = 2014-05-22": ("operator.name is the date or time 2014-05-22;", "in quotes"),
    "table = [1]": ("table is a list;", "a table of keys"),
    "[[table]]": ("table is a list;", "a table of keys"),
    "table.seats = '7'": ('table.seats is "7";', "a whole number from 0 to 1,000"),
    "table.seats = true": ("table.seats is true;", "a whole number"),
    "table.seats = 12:00:00": ("table.seats is the date or time 12:00:00;", "a whole number"),
    "table.electronic = 'no'": ('table.electronic is "no";', "true or false"),
    "table.electronic = 0": ("table.electronic is 0;", "true or false"),
    "offers = 'ante'": ('offers is "ante";', "a list in [ ]"),
    "offers = {ante = true}": ("offers is a table of keys;", "a list in [ ]"),
    "offers = ['ante', 5]": ("item 2 of offers is 5;", "in quotes"),
    "offers = [['ante']]": ("item 1 of offers is a list;", "in quotes"),
    "limits = 5": ("limits is 5;", "a table of keys"),
    "limits.ante = 500": ("limits.ante is 500;", "a table of keys"),
    "limits.'a.b' = 5": ('limits."a.b" is 5;', "a table of keys"),
    "elections = 'A'": ('elections is "A";', "a table of keys"),
    "elections.dealing = ['hand']": ("elections.dealing is a list;", "a choice"),
    "elections.dealing = 1.5": ("elections.dealing is 1.5;", "a choice"),
    "elections.dealing = -1": ("elections.dealing is -1;", "a choice"),
    "layout.notices = 'layout'": ('layout.notices is "layout";', "a table of keys"),
    "layout.notices.queen_high = true": ("layout.notices.queen_high is true;", "in quotes"),
    "odds.pair_plus = '1 to 1'": ('odds.pair_plus is "1 to 1";', "a table of keys"),
    "odds.'a.b'.pair = 5": ('odds."a.b".pair is 5;', "in quotes"),
    "records.dealing = 5": ("records.dealing is 5;", "in quotes"),
    "cards.back_colours = 'red'": ('cards.back_colours is "red";', "a list in [ ]"),
    # amounts
    "limits.ante.minimum_cents = -1": ("limits.ante.minimum_cents is -1;", "whole cents from 0 to 100,000,000,000"),
    "limits.ante.minimum_cents = 12.5": ("limits.ante.minimum_cents is 12.5;", "whole cents"),
    "limits.ante.minimum_cents = 12.0": ("limits.ante.minimum_cents is 12.0;", "whole cents"),
    "limits.ante.minimum_cents = 1e3": ("limits.ante.minimum_cents is 1e3;", "whole cents"),
    "limits.ante.minimum_cents = nan": ("limits.ante.minimum_cents is nan;", "whole cents"),
    "limits.ante.minimum_cents = -inf": ("limits.ante.minimum_cents is -inf;", "whole cents"),
    "limits.ante.minimum_cents = 100_000_000_001": ("is 100000000001;", "whole cents"),
    "limits.ante.minimum_cents = 99999999999999999999999": ("an enormous number", "whole cents"),
    "limits.ante.minimum_cents = '$15'": ('limits.ante.minimum_cents is "$15";', "whole cents"),
    "payout_limit.amount_cents = 50000.01": ("payout_limit.amount_cents is 50000.01;", "whole cents"),
    "progressive.reset_cents = -100000": ("progressive.reset_cents is -100000;", "whole cents"),
    "table.seats = 1001": ("table.seats is 1001;", "from 0 to 1,000"),
    "progressive.rate = 14.5": ("progressive.rate is 14.5;", 'a percentage in quotes, such as "14.5 %"'),
    "progressive.major.rate = 15": ("progressive.major.rate is 15;", "a percentage in quotes"),
    # text that would garble a sign or a terminal
    'operator.name = "\\u001b[2J"': ("operator.name", "printable"),
    'operator.name = "two\\nlines"': ("operator.name", "one line"),
    'operator.name = "\\u202Eesrever"': ("operator.name", "printable"),
    'operator.name = "\\u0000"': ("operator.name", "printable"),
    f'operator.name = "{"x" * 201}"': ("operator.name is text of 201 characters;", "at most 200"),
    'limits."\\u001b[2J".minimum_cents = 5': ("limits.", "printable"),
    # names that no rulebook knows
    "offers = ['ant']": ("offers: there is no wager 'ant'", "nearest is ante"),
    "offers = ['ante', 'ante']": ("offers: 'ante' stands there twice", "keep one"),
    "offers = ['Ante']": ("no wager 'Ante'", "nearest is ante"),
    "offers = ['blackjack insurance']": ("no wager 'blackjack insurance'",),
    "layout.areas = ['pair_plas']": ("layout.areas: there is no wager 'pair_plas'", "nearest is pair_plus"),
    "limits.pairplus.minimum_cents = 5": ("limits: there is no wager 'pairplus'", "nearest is pair_plus"),
    "elections.dealings = 'hand'": ("elections.dealings: there is no such menu", "nearest is dealing"),
    "layout.notices.queen_hihg = 'layout'": ("layout.notices.queen_hihg: there is no such notice", "queen_high"),
}

# Text of a rulebook's example, what stands in its place, and words of the refusal.
CHANGES: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("md-tcp", 'rate = "20 %"', 'rate = "20"', ("progressive.rate is '20'", 'such as "14.5 %"')),
    ("md-tcp", 'rate = "20 %"', 'rate = "twenty percent"', ("progressive.rate is 'twenty percent'",)),
    ("md-tcp", 'rate = "20 %"', 'rate = "-20 %"', ("progressive.rate is '-20 %'",)),
    ("md-tcp", 'rate = "20 %"', 'rate = "1/5"', ("progressive.rate is '1/5'",)),
    ("md-tcp", 'rate = "20 %"', 'rate = "2e1 %"', ("progressive.rate is '2e1 %'",)),
    ("md-tcp", 'rate = "20 %"', 'rate = "1000 %"', ("progressive.rate is '1000 %'",)),
    ("md-tcp", 'rate = "20 %"', 'rate = "٢٠ %"', ("progressive.rate is '٢٠ %'", 'such as "14.5 %"')),
    ("md-uth", 'rate = "15 %"', 'rate = "15 %%"', ("progressive.major.rate is '15 %%'",)),
    ("ma-fcp-2", '"30 to 1"', '"30-1"', ("odds.ante_bonus.four_of_a_kind: '30-1' is not odds", "write '50 to 1'")),
    ("ma-fcp-2", '"30 to 1"', '", to 1"', ("odds.ante_bonus.four_of_a_kind: ', to 1' is not odds",)),
    ("ma-fcp-2", '"30 to 1"', '"0 to 1"', ("'0 to 1' is not odds",)),
    ("ma-fcp-2", '"30 to 1"', '"3,0 to 1"', ("'3,0' is not a plain number", "write 30")),
    ("ma-fcp-2", '"30 to 1"', '"9999999999 to 1"', ("beyond any posted payout", "1,000,000,000")),
    ("ma-fcp-2", '"30 to 1"', '"٣٠ to 1"', ("'٣٠ to 1' is not odds",)),
    ("ma-fcp-2", '"30 to 1"', '""', ("'' is not odds",)),
    ("ma-fcp-2", "four_of_a_kind = ", "four_of_a_knid = ", ("no such line", "nearest is four_of_a_kind")),
    (
        "ma-fcp-2",
        "[odds.ante_bonus]",
        "[odds.anti_bonus]",
        ("odds.anti_bonus: there is no such paytable", "ante_bonus"),
    ),
]


def test_there_are_more_than_sixty_bad_inputs() -> None:
    assert len(FILES) + len(LINES) + len(CHANGES) > 120


@pytest.mark.parametrize(("raw", "words"), FILES.values(), ids=FILES)
def test_a_file_that_is_no_submission(raw: bytes, words: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(raw)
    for command in ("check", "sign"):
        assert_refused(here(capsys, command, str(file)), *words)


@pytest.mark.parametrize(("line", "words"), LINES.items(), ids=[ascii(line)[:60] for line in LINES])
def test_a_line_that_cannot_be_used(line: str, words: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(f'rules = "md-tcp"\n{line}\n', "utf-8")
    assert_refused(here(capsys, "check", str(file)), *words)
    assert_refused(here(capsys, "check", str(file), "--json"), *words)


@pytest.mark.parametrize(("rulebook", "right", "wrong", "words"), CHANGES)
def test_a_filed_value_that_cannot_be_read(
    rulebook: str, right: str, wrong: str, words: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    text = example_text(rulebook)
    assert right in text
    file = tmp_path / "bad.toml"
    file.write_text(text.replace(right, wrong, 1), "utf-8")
    assert_refused(here(capsys, "check", str(file)), *words)


@pytest.mark.parametrize("command", ["check", "sign"])
def test_a_path_that_is_no_file(command: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "here.toml"
    file.write_text("", "utf-8")
    for path, words in {
        str(tmp_path / "absent.toml"): ("There is no file", "absent.toml", "give the path"),
        "": ('There is no file ""',),
        str(tmp_path / "two\nlines.toml"): ("There is no file", "two\\nlines.toml"),
        str(tmp_path): ("is a folder", "give the path") if command == "sign" else ("here.toml", "which rulebook"),
        str(file / "below.toml"): ("cannot be read", "check the path"),
        str(tmp_path / ("n" * 300)): ("cannot be read", "check the path"),
        "nul\x00byte": ("cannot be read", "nul\\x00byte"),
    }.items():
        assert_refused(here(capsys, command, path), *words)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_permission(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "closed.toml"
    file.write_bytes(RULES)
    file.chmod(0)
    assert_refused(here(capsys, "check", str(file)), "cannot be read", "permissions")


def test_an_endless_file_is_refused_at_once(capsys: Capture) -> None:
    assert_refused(here(capsys, "check", "/dev/zero"), "over 100,000 bytes")


@pytest.mark.parametrize("text", ["\ufeff{}", "{}"], ids=["with a byte order mark", "without"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_marks_and_line_ends_of_other_editors_are_fine(text: str, ending: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "fine.toml"
    file.write_bytes(text.format(example_text("md-tcp")).replace("\n", ending).encode())
    assert here(capsys, "check", str(file)).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chek", "x.toml"), ("No such command 'chek'", "nearest is 'check'")),
        (("check", "a.toml", "b.toml"), ("2 of 2 files could not be read", "There is no file a.toml")),
        (("sign", "a.toml", "b.toml"), ("unexpected extra argument",)),
        (("check", "--jsn", "a.toml"), ("No such option: --jsn", "croupier check --help")),
        (("check", "a.toml", "--example"), ("--example", "requires an argument")),
        (("check", "--json=yes", "a.toml"), ("--json", "does not take a value")),
        (("sign",), ("Missing argument 'FILE'", "croupier sign --help")),
        (("sign", "a.toml", "--pdf"), ("--pdf", "requires an argument")),
        (("--version",), ("No such option: --version",)),
        (("\x1b[2J",), ("No such command",)),
    ],
    ids=str,
)
def test_a_command_line_that_cannot_be_used(
    arguments: tuple[str, ...], words: tuple[str, ...], capsys: Capture
) -> None:
    assert_refused(here(capsys, *arguments), *words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "absent.toml"), ("There is no file absent.toml",)),
        (("check", b"\xff\xfe.toml"), ("There is no file",)),
        (("sign", "absent.toml", "--pdf", "out.pdf"), ("There is no file absent.toml",)),
        (("chek",), ("No such command 'chek'",)),
        (("rules", "diff", "md-tcp", "md-uth"), ("compare two rulebooks of one game",)),
    ],
    ids=str,
)
def test_the_real_command_refuses_alike(arguments: tuple[str | bytes, ...], words: tuple[str, ...]) -> None:
    ran = really(*arguments)
    assert_refused(ran, *words)
    assert ran.out == ""
