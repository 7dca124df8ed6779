"""`croupier settle` for every rulebook: what it refuses, play multiples, and what a void round returns."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.rulebook.elect import elect
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import all_clauses
from croupier.table.settlement.described import Irregularity, RoundDescribed, SeatDescribed, settle_described
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement
from tests.table.pit import cards

BOOKS = rulebook_ids()
FOUR_CARD = ("md-fcp", "ma-fcp-1", "ma-fcp-2")
FACED = Irregularity(kind="face_up_cards", count=2, after_initial_deal=True)
EXPOSED = Irregularity(kind="dealer_card_exposed")


def whole_round(rulebook: str) -> RoundDescribed:
    """A round of this rulebook that can be: one box, every wager made."""
    stakes = {"ante": 1000, "progressive": 100}
    if rulebook == "md-uth":
        others = ("blind", "trips", "six_card_bonus", "ultimate_pairs", "bad_beat", "play_the_board")
        box = SeatDescribed(
            seat=1,
            cards=cards("As Ad"),
            wagers_cents={**stakes, **dict.fromkeys(others, 1000)},
            decisions=("check", "play:2"),
        )
        return RoundDescribed(
            rules=rulebook,
            dealer=cards("Kc Kd"),
            community=cards("2c 7d 9h Js Qc"),
            bonus_cards=cards("3c 4c 5d 6h"),
            seats=(box,),
        )
    if rulebook == "md-tcp":
        stakes |= {"pair_plus": 500, "six_card_bonus": 500}
        box = SeatDescribed(seat=1, cards=cards("Ah Kc 7d"), wagers_cents=stakes, decisions=("play:1",))
        return RoundDescribed(rules=rulebook, dealer=cards("9d 9c 2s"), seats=(box,))
    stakes |= {"aces_up": 500, "six_card_bonus" if rulebook == "md-fcp" else "cover_all": 500}
    box = SeatDescribed(seat=1, cards=cards("As Ah 8h 5h 6c"), wagers_cents=stakes, decisions=("play:1",))
    bonus = cards("4d") if rulebook == "md-fcp" else ()
    return RoundDescribed(rules=rulebook, dealer=cards("2d 4c 7c 9s Jd 3c"), bonus_cards=bonus, seats=(box,))


def boxed(described: RoundDescribed, **changes: Any) -> RoundDescribed:
    """The round with its one box changed."""
    return replace(described, seats=(replace(described.seats[0], **changes),))


def wagering(described: RoundDescribed, **stakes: int) -> RoundDescribed:
    """The round with these stakes in place of, or beside, those of its box."""
    return boxed(described, wagers_cents={**described.seats[0].wagers_cents, **stakes})


def stopped(described: RoundDescribed, wrong: Irregularity) -> RoundDescribed:
    """The round up to where this can have happened: in the deal nobody has answered, and of Hold 'Em's dealer no card
    is seen early once everybody has.
    """
    described = replace(described, irregularity=wrong)
    if wrong.kind in ("face_up_cards", "dealing_shoe_jam", "shuffler_jam"):
        return boxed(described, decisions=())
    if wrong.kind == "dealer_card_exposed" and described.rules == "md-uth":
        return boxed(described, decisions=("check",))
    return described


def settled(described: RoundDescribed, elections: Mapping[str, Scalar] | None = None) -> Settlement | Refusal:
    """What becomes of it."""
    return settle_described(elect(described.rules, elections), described)


def refused(described: RoundDescribed, elections: Mapping[str, Scalar] | None = None) -> Refusal:
    """The refusal of a round that cannot be: a sentence, and a clause that exists."""
    refusal = settled(described, elections)
    assert isinstance(refusal, Refusal), f"it was settled: {refusal}"
    assert refusal.sentence[0].isupper()
    assert refusal.sentence.endswith(".")
    assert refusal.clause in all_clauses()
    return refusal


@pytest.mark.parametrize("rulebook", BOOKS)
def test_the_whole_round_is_settled_with_a_line_for_every_wager(rulebook: str) -> None:
    described = whole_round(rulebook)
    result = settled(described)
    assert isinstance(result, Settlement)
    assert set(described.seats[0].wagers_cents) | {"play"} <= {line.wager for line in result.lines}
    assert not [line for line in result.lines if line.outcome == "void" or line.clause not in all_clauses()]
    assert result.dealer is not None


CANNOT_BE: list[tuple[str, Callable[[RoundDescribed], RoundDescribed], str, str]] = [
    ("an unknown wager", lambda it: wagering(it, insurance=500), "not_offered", "insurance is not offered"),
    ("no stake", lambda it: wagering(it, ante=0), "no_stake", "Seat 1"),
    ("a stake below nothing", lambda it: wagering(it, ante=-1), "no_stake", "at least one cent"),
    (
        "a progressive alone", lambda it: boxed(it, wagers_cents={"progressive": 100}, decisions=()), "main_wager",
        "A box plays with Ante",
    ),
    ("another progressive stake", lambda it: wagering(it, progressive=123), "wrong_stake", "instead of $1.23"),
    ("play among the wagers", lambda it: wagering(it, play=1000), "play_wager", "play:1"),
    ("nobody", lambda it: replace(it, seats=()), "no_seats", "at least one seat"),
    ("a seat before the first", lambda it: boxed(it, seat=0), "no_seat", "Seat 0 cannot be"),
    ("a seat after the last", lambda it: boxed(it, seat=8), "no_seat", "seats are 1 to"),
    (
        "a seat twice", lambda it: replace(it, seats=(*it.seats, replace(it.seats[0], cards=()))), "no_seat",
        "each once",
    ),
    ("the dealer one short", lambda it: replace(it, dealer=it.dealer[1:]), "card_count", "The dealer has"),
    ("the dealer one over", lambda it: replace(it, dealer=(*it.dealer, *cards("Tc"))), "card_count", "The dealer has"),
    ("a seat one short", lambda it: boxed(it, cards=it.seats[0].cards[1:]), "card_count", "Seat 1 has"),
    ("a seat one over", lambda it: boxed(it, cards=(*it.seats[0].cards, *cards("Tc"))), "card_count", "Seat 1 has"),
    (
        "a community card too many", lambda it: replace(it, community=(*it.community, *cards("Tc"))), "card_count",
        "The community area has",
    ),
    (
        "a bonus card too many", lambda it: replace(it, bonus_cards=(*it.bonus_cards, *cards("Tc"))), "card_count",
        "The bonus box has",
    ),
    ("a card twice", lambda it: boxed(it, cards=it.dealer[:1] + it.seats[0].cards[1:]), "card_twice", "there twice"),
    ("no answer", lambda it: boxed(it, decisions=()), "undecided", "has not answered"),
    (
        "an answer too many", lambda it: boxed(it, decisions=(*it.seats[0].decisions, "fold")), "not_asked",
        "not asked for 'fold'",
    ),
    ("an answer of no game", lambda it: boxed(it, decisions=("raise",)), "no_such_answer", "the answers are play"),
    ("a fold with a sum", lambda it: boxed(it, decisions=("fold:1",)), "no_such_answer", "cannot fold:1 now"),
    ("an unknown meter", lambda it: replace(it, meters_cents={"gas": 5}), "no_meter", "there is progressive"),
    (
        "an unknown irregularity", lambda it: replace(it, irregularity=Irregularity(kind="fire")),
        "no_such_irregularity", "there are face_up_cards, ",
    ),
    (
        "an unknown case", lambda it: replace(it, irregularity=Irregularity(kind="face_up_cards", case="odd")),
        "which_case", "Say which case of face_up_cards it is: one, several",
    ),
    (
        "a case of what has none", lambda it: replace(it, irregularity=Irregularity(kind="dealing_shoe_jam", case="a")),
        "which_case", "There are no cases of dealing_shoe_jam",
    ),
]  # fmt: skip


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("change", "code", "says"), [pytest.param(*row[1:], id=row[0]) for row in CANNOT_BE])
def test_what_cannot_be_is_refused(
    rulebook: str, change: Callable[[RoundDescribed], RoundDescribed], code: str, says: str
) -> None:
    refusal = refused(change(whole_round(rulebook)))
    assert refusal.code == code
    assert says in refusal.sentence


@pytest.mark.parametrize(
    ("rulebook", "stakes", "code"),
    [
        ("md-fcp", {"ante": 1000, "six_card_bonus": 500}, "precondition"),
        ("md-uth", {"ante": 1000}, "main_wager"),
        ("md-uth", {"blind": 1000}, "main_wager"),
        ("md-uth", {"ante": 1000, "blind": 500}, "unequal"),
        ("md-uth", {"ante": 1000, "blind": 1000, "six_card_bonus": 500}, "precondition"),
        ("ma-fcp-1", {"cover_all": 500}, "main_wager"),
        ("ma-fcp-2", {"cover_all": 500}, "main_wager"),
    ],
)
def test_a_wager_without_what_it_needs_is_refused(rulebook: str, stakes: dict[str, int], code: str) -> None:
    assert refused(boxed(whole_round(rulebook), wagers_cents=stakes)).code == code


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
@pytest.mark.parametrize(
    ("rulebook", "says"),
    [("md-fcp", "Six Card Bonus"), ("md-uth", "Six Card Bonus"), ("ma-fcp-1", "Cover All"), ("ma-fcp-2", "Cover All")],
)
def test_a_wager_that_only_a_device_can_deal_for_is_refused_elsewhere(rulebook: str, dealing: str, says: str) -> None:
    refusal = refused(whole_round(rulebook), {"dealing": dealing})
    assert refusal.code == "dealing"
    assert says in refusal.sentence


@pytest.mark.parametrize("rulebook", ["md-tcp", *FOUR_CARD])
def test_a_box_without_an_ante_is_asked_nothing(rulebook: str) -> None:
    side = "pair_plus" if rulebook == "md-tcp" else "aces_up"
    alone = boxed(replace(whole_round(rulebook), bonus_cards=()), wagers_cents={side: 500})
    assert refused(alone).code == "not_asked"
    assert isinstance(settled(boxed(alone, decisions=())), Settlement)


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        (("fold",), "no_such_answer"),
        (("check", "fold"), "no_such_answer"),
        (("check", "check", "check"), "no_such_answer"),
        (("check",), "undecided"),
        (("check", "check"), "undecided"),
        (("play:4", "check"), "not_asked"),
        (("check", "play:2", "play:1"), "not_asked"),
        (("check", "check", "fold", "check"), "not_asked"),
    ],
)
def test_hold_em_answers_come_in_their_turn(decisions: tuple[str, ...], code: str) -> None:
    assert refused(boxed(whole_round("md-uth"), decisions=decisions)).code == code


WHOLE: dict[str, Scalar] = {"play_whole_multiples_only": True}
TIMES: list[tuple[tuple[str, ...], dict[str, Scalar], tuple[str, ...], str, str]] = [
    (("md-tcp",), {}, (), "1 1.0", "0 0.5 0.99 1.01 1.5 2 3"),
    (FOUR_CARD, {}, (), "1 1.01 1.5 2 2.99 3", "0 0.5 0.99 3.01 4"),
    (FOUR_CARD, WHOLE, (), "1 2 3 3.0", "0 0.5 0.99 1.01 1.5 2.99 4"),
    (("md-uth",), {}, (), "3 4", "0 0.5 1 1.5 2 2.99 3.5 4.01 5"),
    (("md-uth",), {}, ("check",), "2", "0 0.5 1 1.5 1.99 2.01 3 4"),
    (("md-uth",), {}, ("check", "check"), "1", "0 0.5 0.99 1.01 1.5 2 3 4"),
]


@pytest.mark.parametrize(
    ("rulebook", "elections", "before", "times", "allowed"),
    [
        (rulebook, elections, before, times, times in yes.split())
        for rulebooks, elections, before, yes, no in TIMES
        for rulebook in rulebooks
        for times in (*yes.split(), *no.split())
    ],
)
def test_play_multiples(
    rulebook: str, elections: dict[str, Scalar], before: tuple[str, ...], times: str, allowed: bool
) -> None:
    described = boxed(whole_round(rulebook), decisions=(*before, f"play:{times}"))
    if not allowed:
        assert refused(described, elections).code == "play_amount"
        return
    result = settled(described, elections)
    assert isinstance(result, Settlement)
    (play,) = [line for line in result.lines if line.wager == "play"]
    assert play.stake_cents == round(1000 * float(times))


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(
    "answer", ["play", "play:", "play:x", "play:-1", "play:1e9999999", "play:1/2", "play:0/0", "play:1.00001", "play:²"]
)
def test_a_play_that_is_no_sum_of_cents_is_refused(rulebook: str, answer: str) -> None:
    refusal = refused(boxed(whole_round(rulebook), decisions=(answer,)))
    assert refusal.code == "play_amount"
    assert repr(answer) in refusal.sentence
    assert "play:1" in refusal.sentence


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ({"irregularity": {"kind": "face_up_cards", "count": 0}}, "irregularity.count"),
        ({"irregularity": {"kind": "stub_count", "total": -1}}, "irregularity.total"),
        ({"meters_cents": {"progressive": -1}}, "meters_cents"),
        ({"seats": [{"seat": 1, "hand": "As"}]}, "hand"),
    ],
)
def test_numbers_and_names_that_mean_nothing_are_not_read(part: dict[str, Any], says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=says):
        msgspec.convert({"rules": "md-uth", "seats": [], **part}, RoundDescribed)


# What ends a round: the clause that returns wagers, for each document; the later Massachusetts edition adopts the
# earlier one's. Hold 'Em tells two moments of face-up cards apart, and asks what a jammed shuffler held.
VOID: dict[str, tuple[Irregularity, dict[str, str]]] = {
    "two face up": (
        Irregularity(kind="face_up_cards", count=2, after_initial_deal=False),
        {"md-tcp": ".13B", "md-fcp": ".13B", "ma-fcp-1": "14(a)#2", "md-uth": "13B"},
    ),
    "two face up after the initial deal": (
        FACED,
        {"md-tcp": ".13B", "md-fcp": ".13B", "ma-fcp-1": "14(a)#2", "md-uth": "13B"},
    ),
    "wrong number of cards": (
        Irregularity(kind="wrong_number_of_cards"),
        {"md-tcp": ".13D", "md-fcp": ".13D", "ma-fcp-1": "14(c)", "md-uth": "13E"},
    ),
    "dealer's card exposed": (
        EXPOSED,
        {"md-tcp": ".13E", "md-fcp": ".13E", "ma-fcp-1": "14(d)", "md-uth": "13F"},
    ),
    "shoe jam": (
        Irregularity(kind="dealing_shoe_jam"),
        {"md-tcp": ".13G", "md-fcp": ".13G#1", "ma-fcp-1": "14(f)#1", "md-uth": "13I"},
    ),
    "shuffler jam": (Irregularity(kind="shuffler_jam", case="device_holds_cards_needed"), {"md-uth": "13H"}),
    "floor rules against": (
        Irregularity(kind="unlisted_exposure", case="void"),
        {"md-fcp": ".13C", "ma-fcp-1": "14(b)"},
    ),
    "misdeal": (
        Irregularity(kind="stub_count", total=52, misdeal=True),
        {"md-tcp": ".10F", "md-fcp": ".10F", "ma-fcp-1": "7(e)b#2", "md-uth": "10E(1)"},
    ),
    "one card lost": (
        Irregularity(kind="stub_count", total=51, misdeal=False),
        {"md-tcp": ".10G", "md-fcp": ".10G", "ma-fcp-1": "7(e)b#3", "md-uth": "10E(2)"},
    ),
    "one card over and a misdeal": (
        Irregularity(kind="stub_count", total=53, misdeal=True),
        {"md-tcp": ".10G", "md-fcp": ".10G", "ma-fcp-1": "7(e)b#3", "md-uth": "10E(2)"},
    ),
}
STILL_SETTLED = {("md-uth", FACED): {"trips"}, ("md-uth", EXPOSED): {"trips"}}


def void_cases() -> list[Any]:
    """Each rulebook with each way to end a round of it."""
    rows = []
    for name, (wrong, clauses) in VOID.items():
        for rulebook in BOOKS:
            document = "ma-fcp-1" if rulebook == "ma-fcp-2" else rulebook
            if document in clauses:
                clause = f"{document}:{clauses[document]}"
                rows.append(pytest.param(rulebook, wrong, clause, id=f"{rulebook} {name}"))
    return rows


@pytest.mark.parametrize(("rulebook", "wrong", "clause"), void_cases())
def test_a_void_round_returns_what_is_not_carved_out(rulebook: str, wrong: Irregularity, clause: str) -> None:
    described = stopped(replace(whole_round(rulebook), meters_cents={"progressive": 1_234_567}), wrong)
    result = settled(described)
    assert isinstance(result, Settlement)
    kept = STILL_SETTLED.get((rulebook, wrong), set())
    play = {("play:1",): {"play": 1000}, ("check", "play:2"): {"play": 2000}}.get(described.seats[0].decisions, {})
    stakes = {**described.seats[0].wagers_cents, **play}
    returned = {line.wager: line for line in result.lines if line.outcome == "void"}
    assert {wager: line.stake_cents for wager, line in returned.items()} == {
        wager: cents for wager, cents in stakes.items() if wager not in kept
    }
    assert {(line.net_cents, line.clause) for line in returned.values()} == {(0, clause)}
    assert {line.wager for line in result.lines if line.outcome != "void"} == kept
    assert dict(result.meters) == {"progressive": 1_234_567}


@pytest.mark.parametrize(
    ("rulebook", "wrong"),
    [
        *((rulebook, Irregularity(kind="face_up_cards", count=1)) for rulebook in BOOKS),
        *((rulebook, Irregularity(kind="face_up_cards", count=1, after_initial_deal=True)) for rulebook in BOOKS),
        *((rulebook, Irregularity(kind="card_drawn_in_error")) for rulebook in BOOKS),
        *((rulebook, Irregularity(kind="stub_count", total=52, misdeal=False)) for rulebook in BOOKS),
        *((rulebook, Irregularity(kind="shuffler_jam")) for rulebook in BOOKS if rulebook != "md-uth"),
        ("md-uth", Irregularity(kind="shuffler_jam", case="other_deck")),
        ("md-fcp", Irregularity(kind="unlisted_exposure", case="goes_on")),
        ("ma-fcp-1", Irregularity(kind="unlisted_exposure", case="goes_on")),
    ],
    ids=lambda value: value.kind if isinstance(value, Irregularity) else value,
)
def test_a_round_that_goes_on_is_settled_as_usual(rulebook: str, wrong: Irregularity) -> None:
    usual = whole_round(rulebook)
    assert settled(replace(usual, irregularity=wrong)) == settled(usual)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_void_round_may_have_stopped_anywhere(rulebook: str) -> None:
    """No cards, no answers: what was staked goes back, and there is no dealer's hand to tell of."""
    early = replace(whole_round(rulebook), dealer=(), community=(), bonus_cards=())
    early = replace(boxed(early, cards=(), decisions=()), irregularity=Irregularity(kind="dealing_shoe_jam"))
    result = settled(early)
    assert isinstance(result, Settlement)
    assert {line.wager: line.returned_cents for line in result.lines} == early.seats[0].wagers_cents
    assert result.dealer is None
