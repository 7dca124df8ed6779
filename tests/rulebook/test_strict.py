"""Rule data is read strictly: each kind of mistake is refused in one sentence with file, line, key and remedy."""

import re
from importlib.resources import files

import pytest

from croupier.rulebook.amend import amended
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import cite, load, parse, rulebook_ids
from croupier.rulebook.strict import Source, read

SENTENCE = re.compile(r"(?P<file>[\w.-]+), line (?P<line>\d+), (?P<key>[^:]+): (?P<problem>.+)\.")


def document(rulebook: str) -> str:
    """The text of a document's data."""
    return (files("croupier.rulebook") / f"data/{rulebook}.yaml").read_text("utf-8")


def cited(text: str, rulebook: str) -> Source:
    """The data in `text`, with its clauses written out."""
    source = read(text, f"{rulebook}.yaml")
    cite(source, rulebook)
    return source


def loaded(text: str) -> Rulebook:
    """The text as Three Card Poker's rulebook."""
    return parse(cited(text, "md-tcp"))


def unnumbered(key: str) -> str:
    """The key without the places of list items, which the line already tells: `menus[].default`."""
    return re.sub(r"\[\d+\]", "[]", key)


def broken(text: str, right: str, wrong: str) -> tuple[str, int]:
    """The text with its first `right` made `wrong`, and the line on which that stands."""
    assert right in text, f"{right!r} is not in the document any more"
    return text.replace(right, wrong, 1), text[: text.index(right)].count("\n") + 1


# Passages of md-tcp.yaml in which the mistakes are made.
SEATS = "seats: {at_most: 7, unit: seats, clause: .02A, says"
NAME = "{field: operator.name, present: true,"
LEGEND = "severity: warning\n      clause: .02B(5)/2"
DECK = "cards_in_deck: {is: 52, clause: .03A(1)"
RACK = "rack_holds_one_deck: {is: true"
DESIGN = "is: true, when: cards.decks is 2,"
NO_CUT = "no_cut_after: {is: [automated], clause: .05E(1)}"
PAIR = "- wager: pair_plus\n    title: Pair Plus\n    chosen_by: election\n    odds: exact\n    default: A\n"
PAIR_A = "{id: A, clause: .12D(1), lines: {straight_flush: 40 to 1"
METER = "lines: {akq_spades: 100 percent of progressive"
ENVY = "lines: {akq_spades: $100, akq_hearts_diamonds_clubs: $25}"
BONUS = PAIR.replace("pair_plus", "six_card_bonus").replace("Pair Plus", "Six Card Bonus")
ROYAL = 'royal_flush: "1,000 to 1"'
STRUCK = "status: struck\n        clause: .12F(2)[struck]"
VERSION = document("md-tcp")[document("md-tcp").index("- menu: version") :].partition("- {choice: F2")[0]
RANKED = "is: other_players_three_cards"
CUT = "step: insert_cover_card"
OPEN = "steps:\n    - {step: inspect"
HIGHEST = "highest_line_only: {is: true"
COVER = "cover_cards: {is: 1"
STATE = "jurisdiction: Maryland"

# The passage, what is right in it, the mistake, the key refused, and words of problem and remedy.
MISTAKES = {
    "unknown key": (SEATS, "unit", "units", "table.seats.units", "no such key", "mend its spelling"),
    "unknown key of a requirement": (NAME, "present", "presnt", "table.requirements[].presnt", "no such key", "mend"),
    "unknown section": ("signage:\n", "sign", "sin", "sinage", "no such key", "mend its spelling"),
    "missing key": (DECK, "is: 52, ", "", "cards.cards_in_deck", "'is' is missing", "add it"),
    "duplicate key": (DECK, "is: 52,", "is: 52, is: 52,", "cards.cards_in_deck.is", "twice", "keep one"),
    "duplicate section": ("cards:\n", "cards", "table", "table", "twice", "keep one"),
    "float": (DECK, "52", "52.0", "cards.cards_in_deck.is", "float (52.0)", "whole number"),
    "exponent": (DECK, "52", "5.2e+1", "cards.cards_in_deck.is", "float (5.2e+1)", "whole number"),
    "infinity": (DECK, "52", ".inf", "cards.cards_in_deck.is", "float (.inf)", "whole number"),
    "null": (DECK, "52", "null", "cards.cards_in_deck.is", "null", "leave the key out"),
    "tilde": (DECK, "52", "~", "cards.cards_in_deck.is", "null (~)", "leave the key out"),
    "nothing": (STATE, " Maryland", "", "jurisdiction", "null (nothing)", "give the key a value"),
    "yes": (RACK, "true", "yes", "cards.rack_holds_one_deck.is", "'yes' could be a word", "write true, false"),
    "off": (RACK, "true", "off", "cards.rack_holds_one_deck.is", "'off' could be a word", "write true, false"),
    "capital true": (RACK, "true", "True", "cards.rack_holds_one_deck.is", "'True' could be", "write true, false"),
    "hexadecimal": (DECK, "52", "0x34", "cards.cards_in_deck.is", "'0x34'", "in decimal"),
    "octal": (DECK, "52", "064", "cards.cards_in_deck.is", "'064'", "in decimal"),
    "underscores": (DECK, "52", "5_2", "cards.cards_in_deck.is", "'5_2'", "in decimal"),
    "sexagesimal": (DECK, "52", "1:30", "cards.cards_in_deck.is", "'1:30'", "in quotes"),
    "date": (STATE, "Maryland", "2014-05-22", "jurisdiction", "timestamp", "in quotes"),
    "own tag": (STATE, "Maryland", "!state Maryland", "jurisdiction", "!state", "write a word"),
    "alias": (DECK, "52, clause: .03A(1)", "&a 1, clause: *a", "cards.cards_in_deck.clause", "alias", "write"),
    "merged mapping": (DECK, "is: 52,", "<<: {is: 52},", "cards.cards_in_deck.<<", "plain word", "write each key"),
    "list as a key": (DECK, "is: 52,", "? [is] : 52,", "cards.cards_in_deck.?", "plain word", "write each key"),
    "wrong kind": (STATE, "Maryland", "52", "jurisdiction", "a whole number stands where text", "write that"),
    "unknown clause": (NO_CUT, ".05E(1)", ".05E(9)", "shuffle.no_cut_after.clause", "md-tcp:.05E(9)", "nearest"),
    "clause of no document": (NO_CUT, ".05E(1)", "xx:1", "shuffle.no_cut_after.clause", "no clause xx:1", "register"),
    "clause as a number": (NO_CUT, ".05E(1)", "5", "shuffle.no_cut_after.clause", "no clause md-tcp:5", "nearest"),
    "unknown reading": ("[T-00, T-31]", "T-31", "T-99", "status_reading", "no reading 'T-99'", "readings.yaml"),
    "menu without a default": (VERSION, "    default: base\n", "", "menus[]", "'default' is missing", "add it"),
    "default that is no choice": (VERSION, "default: base", "default: free", "menus[]", "default", "of its choices"),
    "choice twice": (VERSION, "choice: F1", "choice: base", "menus[]", "choices", "each named once"),
    "paytables without a default": (PAIR, "    default: A\n", "", "paytables[]", "'default' is missing", "add it"),
    "default that is struck": (BONUS, "default: A", "default: D-struck", "paytables[]", "default", "selectable"),
    "odds misspelt": (PAIR_A, "40 to 1", "40 too 1", "paytables[].tables[].lines", "'40 too 1'", "write '50 to 1'"),
    "odds of nothing": (PAIR_A, "40 to 1", "0 to 1", "paytables[].tables[].lines", "'0 to 1'", "write '50 to 1'"),
    "odds as a number": (PAIR_A, "40 to 1", "40", "paytables[].tables[].lines", "straight_flush: 40", "'1 to 1'"),
    "comma out of place": (ROYAL, "1,000", "10,00", "paytables[].tables[].lines", "'10,00'", "write 1,000"),
    "meter that is not": (METER, "progressive", "grand", "paytables[].tables[].lines", "of grand'", "percent of major"),
    "more than the whole": (METER, "100", "101", "paytables[].tables[].lines", "'101 percent", "percent of major"),
    "no lines": (ENVY, ENVY, "lines: []", "paytables[].tables[].lines", "lines map each hand", "such as"),
    "threshold without comparison": (SEATS, "at_most: 7, ", "", "table.seats", "a threshold needs", "at_least"),
    "requirement of two tests": (NAME, "present: true,", "is: x, present: true,", "table.requirements[]", "one", "is"),
    "requirement of no test": (NAME, " present: true,", "", "table.requirements[]", "exactly one test", "present, is"),
    "severity unknown": (LEGEND, "warning", "hint", "table.requirements[].severity", "no word", "violation or warning"),
    "status unknown": (STRUCK, "struck", "void", "paytables[].tables[].status", "'void' is no word", "selectable"),
    "word unknown": (RANKED, "other_players_", "their_", "paytables[].ranked_on.is", "no word", "or own_two_cards"),
    "step unknown": (CUT, "insert_cover_card", "insert", "shuffle.cut.steps[].step", "no word", "lay_cover_card"),
    "step out of place": (OPEN, "inspect", "wash", "opening.steps", "not a procedure", "inspect, verify_inspection"),
    "nothing else supported": (HIGHEST, "true", "false", "settlement.highest_line_only", "supported", "is: true"),
    "said twice": (COVER, "is: 1", "is: 2", "cards.cover_cards.is", "one number", "write 1"),
    "condition misspelt": (DESIGN, "is 2", "= 2", "cards.requirements[].when", "'cards.decks = 2' is no", "FIELD is"),
    "condition with or": (DESIGN, "is 2", "is 2 or 3", "cards.requirements[].when", "is no condition", "offers WAGER"),
}  # fmt: skip


@pytest.mark.parametrize(("passage", "right", "wrong", "key", "problem", "remedy"), MISTAKES.values(), ids=MISTAKES)
def test_each_mistake_is_refused_with_file_line_key_and_remedy(
    passage: str, right: str, wrong: str, key: str, problem: str, remedy: str
) -> None:
    text, line = broken(document("md-tcp"), passage, passage.replace(right, wrong, 1))
    with pytest.raises(BadInput) as refused:
        loaded(text)
    sentence = SENTENCE.fullmatch(str(refused.value))
    assert sentence, refused.value
    assert (sentence["file"], int(sentence["line"])) == ("md-tcp.yaml", line)
    assert unnumbered(sentence["key"]) == key
    assert problem in sentence["problem"]
    assert remedy in sentence["problem"]


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "md-uth"])
def test_the_documents_as_they_ship_are_read(rulebook: str) -> None:
    assert parse(cited(document(rulebook), rulebook)) == load(rulebook)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", "", "mapping"),
        ("# nothing but a remark\n", "", "mapping"),
        ("- a list\n", "line 1", "mapping"),
        ("rulebook: md-tcp\n  game: deeper\n", "line 2", "not YAML"),
        ("rulebook: [md-tcp\n", "line 2", "not YAML"),
        ("rulebook: 'md-tcp\n", "line 2", "not YAML"),
        ("rulebook: md-tcp\n---\nrulebook: md-tcp\n", "line 2", "not YAML"),
        ("rulebook: *nowhere\n", "line 1", "not YAML"),
        ("rulebook: \x07\n", "", "UTF-8"),
        ("a: &a [*a]\n", "line 1", "alias"),
        ("a: &a word\n*a : b\n", "", "plain word"),
    ],
)
def test_text_that_is_no_document_is_refused_in_one_line(text: str, line: str, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(text, "odd.yaml")
    message = str(refused.value)
    assert message.startswith("odd.yaml")
    assert line in message
    assert problem in message
    assert "\n" not in message


AMENDMENT = "  - {change: replace, at: paytables/progressive/reading, with: [A31, A43, A44]}\n"
AMENDING_MISTAKES = {
    "unknown key": ("\nchanges:\n", "\nalso: x\nchanges:\n", "also", "no such key"),
    "unknown key of a change": (AMENDMENT, AMENDMENT.replace("with:", "wiht:"), "changes[].wiht", "no such key"),
    "change of no kind": (AMENDMENT, AMENDMENT.replace("change: replace", "change: mend"), "changes[]", "remove it"),
    "replacing with nothing": (AMENDMENT, AMENDMENT.partition(", with")[0] + "}\n", "changes[]", "with a value"),
    "place that is not": (AMENDMENT, AMENDMENT.replace("paytables/", "paytabels/"), "changes[].at", "no 'paytabels'"),
    "replacing what is not": (AMENDMENT, AMENDMENT.replace("/reading", "/raeding"), "changes[].at", "no 'raeding'"),
    "adding what is": (AMENDMENT, AMENDMENT.replace("replace,", "add,"), "changes[].at", "already"),
    "adding before nothing": (
        AMENDMENT,
        "  - {change: add, at: definitions/x, before: y, with: {term: x}}\n",
        "changes[].before",
        "no 'y'",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "key", "problem"), AMENDING_MISTAKES.values(), ids=AMENDING_MISTAKES)
def test_a_broken_amendment_is_refused_with_its_own_file_and_line(
    right: str, wrong: str, key: str, problem: str
) -> None:
    text, line = broken(document("ma-fcp-2"), right, wrong)
    with pytest.raises(BadInput) as refused:
        amended(cited(document("ma-fcp-1"), "ma-fcp-1"), cited(text, "ma-fcp-2"))
    sentence = SENTENCE.fullmatch(str(refused.value))
    assert sentence, refused.value
    assert (sentence["file"], unnumbered(sentence["key"])) == ("ma-fcp-2.yaml", key)
    assert int(sentence["line"]) == line + (right.startswith("\n"))
    assert problem in sentence["problem"]


@pytest.mark.parametrize(
    ("edition", "right", "wrong"),
    [
        ("ma-fcp-2", "royal_flush: 100 percent of progressive", "royal_flush: all of progressive"),
        ("ma-fcp-1", "three_of_a_kind: 2 to 1", "three_of_a_kind: 2 too 1"),
    ],
)
def test_a_mistake_in_an_amended_document_names_the_edition_it_stands_in(edition: str, right: str, wrong: str) -> None:
    texts = {name: document(name) for name in ("ma-fcp-1", "ma-fcp-2")}
    texts[edition], line = broken(texts[edition], right, wrong)
    source = amended(cited(texts["ma-fcp-1"], "ma-fcp-1"), cited(texts["ma-fcp-2"], "ma-fcp-2"))
    with pytest.raises(BadInput, match=rf"^{edition}\.yaml, line {line}, paytables.*\.lines: "):
        parse(source)


def test_every_shipped_document_loads() -> None:
    assert [load(name).rulebook for name in rulebook_ids()] == ["ma-fcp-1", "ma-fcp-2", "md-fcp", "md-tcp", "md-uth"]


def test_an_unknown_rulebook_is_refused_with_the_nearest() -> None:
    with pytest.raises(
        BadInput,
        match=r"^There is no rulebook 'md-tpc'; the nearest is md-tcp, and --rulebooks FOLDER adds your own\.$",
    ):
        load("md-tpc")


@pytest.mark.parametrize("opener", ["[", "{a: ", "- "])
@pytest.mark.parametrize("depth", [900, 60_000])
def test_what_stands_within_one_another_without_end_is_refused_in_a_sentence(opener: str, depth: int) -> None:
    ends = {"[": "]", "{a: ": "}"}.get(opener, "")
    beginning = "a:\n  " if opener == "- " else "a: "
    with pytest.raises(BadInput, match="too deep") as refused:
        read(f"{beginning}{opener * depth}x{ends * depth}\n", "deep.yaml")
    assert "deep.yaml" in str(refused.value)
