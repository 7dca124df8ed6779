"""When a step is due: where its wager is offered, or under the elections that it is written for."""

from collections.abc import Iterator, Mapping, Sequence

from croupier.rulebook.agreement.saying import Agreement, Problem, same
from croupier.rulebook.agreement.settlement import SETTLES
from croupier.rulebook.law.base import AnyStep
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.strict import Path

# The steps that there are for the sake of a wager, beside those that settle it.
BELONGS_TO: Mapping[str, str] = {
    **SETTLES,
    **dict.fromkeys(
        ("lock_progressive", "collect_progressive", "count_progressive", "bank_progressive", "settle_envy"),
        "progressive",
    ),
    **dict.fromkeys(
        (
            *("deal_bonus_box", "reveal_bonus_box", "form_six_card_hand", "pay_six_card_bonus"),
            "keep_cards_under_six_card_bonus",
        ),
        "six_card_bonus",
    ),
    **dict.fromkeys(("pay_trips", "keep_cards_under_trips"), "trips"),
    "settle_cover_all": "cover_all",
}
# What hands do with cards of paper, and so nobody at a table that deals them electronically.
BY_HAND = frozenset(
    {
        *("load_device", "load_shoe", "take_stack", "keep_hand", "hold_over_inventory", "hand_rule", "remove_stub"),
        *("discard_stub", "keep_cards_under_trips", "keep_cards_under_six_card_bonus", "discard_folded_cards"),
        *("nobody_else_touches", "cards_in_view", "cards_face_down"),
    }
)
IN_PASSES = frozenset({"collect_losing_wagers", "pay_winning_wagers"})


def _conditions(book: Rulebook) -> Iterator[Problem]:
    filed = {wager.wager for wager in book.wagers.wagers if wager.offered == "if_filed"}
    for at, steps in _procedures(book):
        for index, step in enumerate(steps):
            handled = bool(book.wagers.electronic) and step.step in BY_HAND
            why = f"where a table may be electronic, {step.step} handles cards or not"
            yield from same((*at, index, "handles_cards"), step.handles_cards, handled, why)
            wager = BELONGS_TO.get(step.step)
            if wager is not None:
                wanted = f"offers {wager}" if wager in filed else ""
                place = (*at, index, "when")
                yield from same(place, step.when.text, wanted, f"{step.step} belongs where its wager is")
    for index, seat_step in enumerate(book.settlement.each_seat):
        if seat_step.step not in BELONGS_TO:
            wanted = "elections.settlement_method is 1" if seat_step.step in IN_PASSES else ""
            why = f"{seat_step.step} is due where wagers are settled in passes, or at every seat"
            yield from same(("settlement", "each_seat", index, "when"), seat_step.when.text, wanted, why)
    yield from _before_settlement(book)


def _procedures(book: Rulebook) -> Iterator[tuple[Path, Sequence[AnyStep]]]:
    for index, dealing in enumerate(book.dealing):
        yield ("dealing", index, "steps"), dealing.steps
    yield ("decisions", "between"), book.decisions.between
    yield ("decisions", "conduct"), book.decisions.conduct
    yield ("decisions", "afterwards"), book.decisions.afterwards
    yield ("settlement", "before"), book.settlement.before
    yield ("settlement", "each_seat"), book.settlement.each_seat
    yield ("settlement", "last"), book.settlement.last


def _before_settlement(book: Rulebook) -> Iterator[Problem]:
    """A stub that is removed so late lay under the dealer's cards, which a device held."""
    held = [
        f"elections.dealing is {dealing.method} and {step.when.text}"
        for dealing in book.dealing
        for step in dealing.steps
        if step.step == "hold_dealer_cards"
    ]
    late = [(index, step) for index, step in enumerate(book.settlement.before) if step.step == "remove_stub"]
    if len(late) != len(held):
        yield (
            ("settlement", "before"),
            "the stub waits for the dealer's cards where a device holds them, there only",
        )
    for (index, step), wanted in zip(late, held, strict=False):
        why = "the stub waits where a device holds the dealer's cards"
        yield from same(("settlement", "before", index, "when"), step.when.text, wanted, why)


AGREEMENTS: tuple[Agreement, ...] = (_conditions,)
