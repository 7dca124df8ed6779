"""Whatever is changed in a proof of a round is found: by the checksum, and most of it without."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.shuffles.proof import Cut, Published, RoundProof, ShuffleProof, verify_round
from croupier.house.shuffles.shuffle import seed_commitment
from croupier.table.values import commands as c
from tests.house.shuffles import stranger
from tests.house.shuffles.proved import PLAYERS, demo_proof, failing, finished, hand_shuffled, resealed, seed_of, staked

Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in a proof, with what stands there."""
    if path:
        yield path, value
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def others(value: Any) -> Iterator[Any]:
    """Other values that might stand in the same place."""
    match value:
        case bool() | None:
            yield 1
        case int():
            yield from (value + 1, value - 1, value + 1000, None)
        case str():
            yield from ("f" + value[1:] if value[:1] != "f" else "0" + value[1:], value + "x", value[:-1], "")
            yield from {"house": ["open"], "open": ["house"], "closed": ["void"], "void": ["closed"]}.get(value, [])
            yield from ["As", "Ks"] if len(value) == 2 else []
        case list():
            yield from (value[:-1], value[1:], value + value[:1], value[::-1], []) if value else ()
        case dict():
            yield {}


def tampered(text: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The proof with one thing changed, in every place and in several ways."""
    true = msgspec.json.decode(text)
    for path, value in leaves(true):
        for other in others(value):
            if other == value:
                continue
            changed = copy.deepcopy(true)
            place = changed
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = other
            yield path, changed


def found_out(changed: dict[str, Any], reseal: bool) -> bool:
    """Whether the verifier refuses the changed proof, or a check fails."""
    try:
        proof = msgspec.convert(changed, RoundProof)
    except msgspec.ValidationError:
        return True
    return bool(failing(resealed(proof) if reseal else proof))


def as_text(proof: RoundProof) -> str:
    return msgspec.json.encode(proof).decode()


@pytest.fixture(scope="module")
def opened() -> RoundProof:
    """A round in open mode."""
    return demo_proof("md-fcp", PLAYERS)


@pytest.fixture(scope="module")
def reshuffled() -> RoundProof:
    """A round shuffled by hand and cut; a first shuffle was not dealt."""
    pit = staked(hand_shuffled())
    pit.do(c.OrderShuffle(deck=pit.round.deck, reason="a player asked", by="floor:kim"))
    return finished(pit).proof()


def test_every_change_of_every_field_is_found(opened: RoundProof, reshuffled: RoundProof) -> None:
    for proof in (opened, reshuffled):
        changes = list(tampered(as_text(proof)))
        assert len(changes) > 200
        assert [path for path, changed in changes if not found_out(changed, reseal=False)] == []


def unseen(proof: RoundProof) -> set[str]:
    """The fields that a forger who mends the checksum may change."""
    return {
        ".".join("n" if isinstance(part, int) else part for part in path)
        for path, changed in tampered(as_text(proof))
        if not found_out(changed, reseal=True)
    }


# Names, and record numbers and times that keep their order: these are compared with the table's log. Of the cards
# dealt the last may be kept back.
LABELS = {
    "table", "round", "rules", "outcome", "bets_closed.record", "bets_closed.at_ms", "dealt", "dealt.n.place",
    "shuffles.n.seed_published.record", "shuffles.n.seed_published.at_ms",
    "shuffles.n.root_published.record", "shuffles.n.root_published.at_ms", "checksum",
}  # fmt: skip


def test_a_forger_who_mends_the_checksum_can_change_only_labels(opened: RoundProof) -> None:
    assert unseen(opened) == LABELS | {"shuffles.n.deck"}


def test_nor_more_where_a_shuffle_was_not_dealt(reshuffled: RoundProof) -> None:
    """What was never dealt may be left out, and how it was cut is nobody's concern."""
    undealt = {"shuffles", "shuffles.n.mode", "shuffles.n.cuts", "shuffles.n.cuts.n.depth", "shuffles.n.cuts.n.record"}
    assert unseen(reshuffled) == LABELS | undealt


Change = Callable[[ShuffleProof], ShuffleProof]


def at(record: int, at_ms: int = 1_700_000_000_000) -> Published:
    return Published(record=record, at_ms=at_ms)


# How the one shuffle of an honest round in open mode, committed in record 1 and made in record 21 with bets closed in
# record 37, is changed by a forger who mends the checksum; the first check that fails; and words of what it says.
FORGED: dict[str, tuple[Change, str, str]] = {
    "another seed": (lambda it: replace(it, seed=seed_of(9).hex()), "shuffle 1: seed", "is not the one"),
    "another seed, committed to": (
        lambda it: replace(it, seed=seed_of(9).hex(), seed_commitment=seed_commitment(seed_of(9))),
        "shuffle 1: root",
        "do not have the root",
    ),
    "a player's seed left out": (
        lambda it: replace(it, player_seeds=it.player_seeds[1:]),
        "shuffle 1: root",
        "do not have the root",
    ),
    "house mode": (lambda it: replace(it, mode="house"), "shuffle 1: player seeds", "yet players' seeds are listed"),
    "names out of order": (
        lambda it: replace(it, player_seeds=it.player_seeds[::-1]),
        "shuffle 1: player seeds",
        "do not stand by name",
    ),
    "one player twice": (
        lambda it: replace(it, player_seeds=(it.player_seeds[0], it.player_seeds[0])),
        "shuffle 1: player seeds",
        "do not stand by name",
    ),
    "the house's seed committed together with the shuffle": (
        lambda it: replace(it, seed_published=it.root_published),
        "shuffle 1: player seeds",
        "not committed before the players' own",
    ),
    "shuffled after bets closed": (
        lambda it: replace(it, root_published=at(40, 1_700_000_100_000)),
        "commitment",
        "not before bets closed in record 37",
    ),
    "shuffled in the record that closed bets": (
        lambda it: replace(it, root_published=at(37, 1_700_000_018_500)),
        "commitment",
        "Record 37 fixed the deck, not before bets closed in record 37",
    ),
    "two times for one record": (lambda it: replace(it, root_published=at(37)), "commitment", "times of the records"),
    "times that run backwards": (
        lambda it: replace(it, root_published=at(21, 1_800_000_000_000)),
        "commitment",
        "times of the records",
    ),
    "a cut that was not made": (
        lambda it: replace(it, cuts=(Cut(depth=20, record=22),)),
        "cards",
        "Card 1, to bonus_box, was",
    ),
    "a cut before the shuffle": (
        lambda it: replace(it, cuts=(Cut(depth=20, record=20),)),
        "cuts",
        "cut before it was shuffled",
    ),
    "a cut after bets closed": (
        lambda it: replace(it, cuts=(Cut(depth=20, record=37),)),
        "cuts",
        "other than the fixed 26 cards deep",
    ),
}


@pytest.mark.parametrize(("change", "name", "words"), FORGED.values(), ids=FORGED)
def test_a_forgery_is_named(opened: RoundProof, change: Change, name: str, words: str) -> None:
    forged = resealed(replace(opened, shuffles=(change(opened.shuffles[0]),)))
    first = next(check for check in verify_round(forged) if not check.passed)
    assert (first.name, words in first.sentence) == (name, True), first
    assert not stranger.round_holds(as_text(forged))


def test_in_house_mode_the_seed_alone_fixes_the_deck() -> None:
    """So it may be shuffled late, as after a device failed, but not from a seed that was committed late."""
    true = demo_proof()
    assert true.bets_closed
    late, closed = true.bets_closed.record + 5, true.bets_closed.at_ms
    (shuffle,) = true.shuffles
    shuffled_late = replace(shuffle, root_published=at(late, closed + 9))
    assert failing(resealed(replace(true, shuffles=(shuffled_late,)))) == []
    committed_late = replace(shuffled_late, seed_published=at(late - 1, closed + 8))
    assert failing(resealed(replace(true, shuffles=(committed_late,)))) == ["commitment"]
    after_the_fact = replace(shuffle, seed_published=at(shuffle.root_published.record + 1, closed))
    assert failing(resealed(replace(true, shuffles=(after_the_fact,)))) == ["commitment"]


def test_a_round_that_was_played_has_cards_and_closed_bets(opened: RoundProof) -> None:
    assert failing(resealed(replace(opened, bets_closed=None))) == ["bets"]
    assert failing(resealed(replace(opened, dealt=()))) == ["cards"]
    assert failing(resealed(replace(opened, dealt=(), dealt_from=None))) == ["cards"]
    assert failing(resealed(replace(opened, dealt=(), outcome="void"))) == ["cards"]
    assert failing(resealed(replace(opened, dealt=(), dealt_from=None, outcome="void"))) == []


def test_shuffles_stand_in_their_order_each_once_and_of_one_deck(reshuffled: RoundProof) -> None:
    first, second = reshuffled.shuffles
    assert failing(reshuffled) == []
    for shuffles in ((second, second), (first, first, second), (replace(first, deck="blue-1"), second)):
        assert failing(resealed(replace(reshuffled, shuffles=shuffles))) == ["shuffles"]
    assert failing(resealed(replace(reshuffled, shuffles=(second, first)))) == ["shuffles", "commitment"]
