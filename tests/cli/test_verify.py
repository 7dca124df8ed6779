"""`croupier verify`: what a stranger runs on a round's proof."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.house.shuffles.proof import CardProof, RoundProof, prove_card
from croupier.table.values import commands as c
from tests.house.shuffles.proved import PLAYERS, demo_proof, finished, hand_shuffled, resealed, seed_of, staked

from .command import Ran, assert_refused, here, really, squeezed

Verify = Callable[..., Ran]
TRUE = demo_proof("md-uth", PLAYERS)
PLAIN: dict[str, Any] = msgspec.to_builtins(TRUE)


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """The command on a file with this proof, JSON or bytes in it."""
    file = tmp_path / "ROUND.json"

    def run(proof: RoundProof | CardProof | dict[str, Any] | bytes, *options: str) -> Ran:
        file.write_bytes(proof if isinstance(proof, bytes) else msgspec.json.encode(proof))
        return here(capsys, "verify", str(file), *options)

    return run


def changed(path: str, value: Any) -> dict[str, Any]:
    """The true proof with another value at a dotted path."""
    proof = msgspec.json.decode(msgspec.json.encode(PLAIN))
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place = proof
    for part in way:
        place = place[part]
    place[last] = value
    return proof  # type: ignore[no-any-return]


def test_a_true_round_is_told_check_by_check(verify: Verify) -> None:
    ran = verify(TRUE)
    assert (ran.code, ran.err) == (0, "")
    text = squeezed(ran.out)
    for words in (
        "checksum yes The file is as it was written.",
        "shuffle 1: seed yes The house's seed is the one that record 1 committed to.",
        "shuffle 1: player seeds yes Seeds that players mixed in, by name: 2.",
        "shuffle 1: root yes The 52 cards that the seeds make have the root",
        "commitment yes Record",
        "cuts yes The deck was not cut.",
        f"cards yes The {len(TRUE.dealt)} cards dealt are the top of shuffle 1",
        "Round 1 of table pit-7 is proved, if what it says was published is what you saw published.",
    ):
        assert words in text
    assert " NO " not in text


def test_json_says_the_same(verify: Verify) -> None:
    ran = verify(TRUE, "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert {key: told[key] for key in ("ok", "proved", "table", "round")} == {
        "ok": True, "proved": True, "table": "pit-7", "round": 1,
    }  # fmt: skip
    assert [check["name"] for check in told["checks"]][:2] == ["checksum", "shuffle 1: seed"]
    assert all(check["passed"] and check["sentence"].endswith(".") for check in told["checks"])


def test_a_false_round_names_the_first_check_that_fails(verify: Verify) -> None:
    false = resealed(replace(TRUE, dealt=TRUE.dealt[::-1]))
    ran = verify(false)
    assert (ran.code, ran.err) == (1, "")
    assert "cards NO Card 1, to " in squeezed(ran.out)
    assert "is not proved: the first check that fails is 'cards'." in squeezed(ran.out)
    told = json.loads(verify(false, "--json").out)
    assert (told["ok"], told["proved"]) == (False, False)
    assert [check["name"] for check in told["checks"] if not check["passed"]] == ["cards"]


def test_a_file_that_was_changed_is_found(verify: Verify) -> None:
    ran = verify(changed("table", "pit-8"))
    assert ran.code == 1
    assert "the first check that fails is 'checksum'" in squeezed(ran.out)
    assert verify(changed("checksum", "")).code == 1
    without = {key: value for key, value in PLAIN.items() if key != "checksum"}
    assert verify(without).code == 1


def test_a_deck_that_nobody_knew_has_nothing_to_prove(verify: Verify) -> None:
    pit = staked(hand_shuffled(knows=False))
    pit.until("deal")
    for card in DECK[:9]:
        pit.do(c.DealCard(card=card))
    proof = finished(pit).proof()
    ran = verify(proof)
    assert ran.code == 0
    assert "Nobody knew the order of this deck, so no shuffle is proved" in squeezed(ran.out)
    assert "has no shuffle to prove." in ran.out
    told = json.loads(verify(proof, "--json").out)
    assert (told["ok"], told["proved"]) == (True, False)


def test_one_card_is_proved_alike(verify: Verify) -> None:
    card = prove_card("pit-7", 4, seed_of(4), (), (), 7)
    ran = verify(card)
    assert ran.code == 0
    assert "is card 8 of shuffle 4 under root" in squeezed(ran.out)
    assert "A card of shuffle 4 of table pit-7 is proved" in ran.out
    other = next(one for one in DECK if one is not card.card)
    ran = verify(replace(card, card=other))
    assert ran.code == 1
    assert "the first check that fails is 'root'" in squeezed(ran.out)
    assert json.loads(verify(card, "--json").out)["ok"] is True


def test_blanks_and_a_byte_order_mark_change_nothing(verify: Verify) -> None:
    assert verify(b"\xef\xbb\xbf" + json.dumps(PLAIN, indent=4).encode()).code == 0
    assert verify(json.dumps(dict(sorted(PLAIN.items(), reverse=True))).encode()).code == 0


# What stands in the file, and words of the refusal.
UNUSABLE: dict[str, tuple[dict[str, Any] | bytes, tuple[str, ...]]] = {
    "empty": (b"", ("is not JSON", "save the proof again")),
    "prose": (b"Dear player, trust us.", ("is not JSON",)),
    "binary": (bytes(range(256)), ("is not JSON",)),
    "cut short": (msgspec.json.encode(TRUE)[:-100], ("is not JSON",)),
    "nested too deep": (b"[" * 100_000, ("is not",)),
    "a list": (b"[]", ("not a proof", "it: expected `object`, got `array`")),
    "no format": ({"table": "pit-7"}, ("required field `format`", "docs/shuffle.md")),
    "another version": (
        changed("format", "croupier/round/2"),
        ("format is 'croupier/round/2'", "reads croupier/round/1"),
    ),
    "a format that is no text": (changed("format", 1), ("format",)),
    "huge": (b" " * 1_000_001, ("over 1,000,000 bytes",)),
    "bad hexadecimal": (changed("shuffles.0.seed", "z" * 64), ("shuffles[0].seed should be 64 hexadecimal digits",)),
    "capitals": (changed("shuffles.0.root", "A" * 64), ("shuffles[0].root should be 64 hexadecimal digits",)),
    "hexadecimal and a line end": (changed("rules", "a" * 64 + "\n"), ("rules should be 64 hexadecimal digits",)),
    "a short seed": (changed("shuffles.0.seed", "ab"), ("shuffles[0].seed",)),
    "a card that is none": (changed("dealt.3.card", "1x"), ("dealt[3].card is '1x' and should be a card such as As",)),
    "53 cards": (changed("dealt", PLAIN["dealt"][:1] * 53), ("dealt: expected `array` of length <= 52",)),
    "a place that is none": (changed("dealt.0.place", "\x1b[2J"), ("dealt[0].place",)),
    "another outcome": (changed("outcome", "won"), ("outcome is 'won'",)),
    "another mode": (changed("shuffles.0.mode", "fair"), ("shuffles[0].mode is 'fair'",)),
    "a cut of the whole deck": (
        changed("shuffles.0.cuts", [{"depth": 52, "record": 3}]),
        ("shuffles[0].cuts[0].depth",),
    ),
    "record 0": (changed("bets_closed.record", 0), ("bets_closed.record",)),
    "an enormous number": (changed("round", 2**70), ("round",)),
    "a number with a fraction": (changed("round", 1.5), ("round: expected `int`, got `float`",)),
    "a name that garbles a terminal": (changed("table", "\x1b[2Jpit"), ("table",)),
    "a field that does not belong": (PLAIN | {"tabel": "x"}, ("unknown field `tabel`",)),
    "a field that is missing": (
        {key: value for key, value in PLAIN.items() if key != "rules"},
        ("missing required field `rules`",),
    ),
}


@pytest.mark.parametrize(("proof", "words"), UNUSABLE.values(), ids=UNUSABLE)
def test_a_file_that_cannot_be_used(verify: Verify, proof: dict[str, Any] | bytes, words: tuple[str, ...]) -> None:
    for options in ((), ("--json",)):
        ran = verify(proof, *options)
        assert_refused(ran, *words)
        assert ran.out == ""


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("absent.json", ("There is no file absent.json",)),
        ("/", ("/ is a folder",)),
        ("", ('There is no file ""',)),
        ("a\0b", ("cannot be read",)),
        ("/dev/zero", ("over 1,000,000 bytes",)),
    ],
    ids=["absent", "folder", "no name", "no path", "endless"],
)
def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], file: str, words: tuple[str, ...]) -> None:
    assert_refused(here(capsys, "verify", file), *words)


def test_the_installed_command_verifies(tmp_path: Path) -> None:
    file = tmp_path / "ROUND.json"
    file.write_bytes(msgspec.json.encode(TRUE))
    assert really("verify", str(file)).code == 0
    file.write_bytes(msgspec.json.encode(replace(TRUE, round=2)))
    assert really("verify", str(file)).code == 1
    assert_refused(really("verify", str(tmp_path / "absent.json")), "There is no file")
