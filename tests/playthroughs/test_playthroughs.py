"""Every playthrough reads as it is written down, and the rule data says which there must be."""

from collections.abc import Iterator
from difflib import unified_diff

import pytest

from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.payout import MeterShare

from .play import FOLDER, playthroughs, text_of

PLAYS = playthroughs()
REWRITE = "if that is right, write it down: python -m tests.playthroughs.play --write"


@pytest.mark.parametrize("name", PLAYS)
def test_the_engine_plays_it_as_it_is_written_down(name: str) -> None:
    path = FOLDER / name
    assert path.exists(), f"{name} is not written down; {REWRITE}"
    before, now = path.read_text("utf-8"), text_of(PLAYS[name])
    if before != now:
        both = before.splitlines(), now.splitlines()
        diff = unified_diff(*both, f"{name} as written", f"{name} as played", n=2, lineterm="")
        pytest.fail("\n".join([f"{name} plays otherwise now; {REWRITE}", *diff]), pytrace=False)


def test_no_text_is_left_over() -> None:
    written = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.txt")}
    assert written - set(PLAYS) == set(), f"nothing plays these; {REWRITE}"


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_playthrough_that_the_rule_data_asks_for_is_missing(rulebook: str) -> None:
    wanted = {f"{rulebook}/{name}.txt" for name in required(load(rulebook))}
    played = {name for name in PLAYS if name.startswith(f"{rulebook}/")}
    assert wanted - played == set(), "the rule data knows these cases, and nothing plays them"
    assert played - wanted == set(), "the rule data knows no such case"


def required(book: Rulebook) -> Iterator[str]:
    """The names of the playthroughs that a rulebook must have, by what its data knows."""
    yield from _ordinary(book)
    yield from (f"remedy_{remedy.remedy}" for remedy in book.irregularities.remedies)
    for step in book.irregularities.device_out_of_order:
        if step.step != "treat_failed_device":
            yield f"device_{step.step}"
    for dealing in book.dealing:
        yield from (f"stub_{dealing.method}_{case.stub_case}" for case in dealing.stub_count.cases)
    yield from (f"deck_change_{age.method}" for age in book.cards.change_after)
    yield from (
        "leaving_settled",
        "award_whole_meter",
        "award_light_off",
        "envy",
        "idle_table",
        "recut",
        "pre_shuffled_deck",
    )
    yield "shuffler_counts_wrong"
    if book.wagers.leaving.is_ == "floor_may_declare_abandoned":
        yield "leaving_abandoned_and_lost"
    if any(trigger.trigger == "on_order" for trigger in book.shuffle.triggers):
        yield "shuffle_on_order"
    if any(share < 100 for share in _shares(book)):
        yield "award_share_of_meter"
    if book.payout_limit:
        yield "payout_limit"


def _ordinary(book: Rulebook) -> Iterator[str]:
    """One round by each dealing method, and by each way of wagering and of settling that changes the round."""
    versions = [f"_{v.version}" for v in book.wagers.versions if v.required or not v.bounds] or [""]
    menus = {menu.menu: menu for menu in book.menus}
    settling = [f"_method_{choice.choice}" for choice in menus["settlement_method"].choices] if (
        "settlement_method" in menus
    ) else [""]  # fmt: skip
    for dealing in book.dealing:
        yield from (f"ordinary_{dealing.method}{version}{way}" for version in versions for way in settling)
    if "dealer_cards" in menus:
        menu = menus["dealer_cards"]
        yield from (f"ordinary_automated_shoe_{c.choice}" for c in menu.choices if c.choice != menu.default)


def _shares(book: Rulebook) -> Iterator[int]:
    for menu in book.paytables:
        for table in menu.selectable():
            yield from (line.pays.percent for line in table.lines if isinstance(line.pays, MeterShare))
