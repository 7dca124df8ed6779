"""All about a table: what the pages beside the felt say is what the table does."""

import pytest

from croupier.cards import parse_cards
from croupier.house.database.database import Database
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.phrases import RANKED_ON
from croupier.rulebook.register import all_clauses
from croupier.rulebook.sign import posting
from croupier.rulebook.submission import parse_submission
from croupier.server.rules.information import deal_of, information, paytables_of, reveal_of
from croupier.server.rules.plain import plain_rules
from croupier.server.rules.ranked import ranking_of
from croupier.server.tables.spots import spots_of
from croupier.server.wire.schemas import PlainRule, TableInfo
from croupier.table.decide import decide
from croupier.table.settlement.terms import terms_of
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State
from tests.house.floor import Floor, example
from tests.server.felt import RULEBOOKS, deal, filed, floor_of
from tests.server.live import Live


def opened(floor: Floor, rulebook: str, **terms: object) -> tuple[GameRules, TableInfo]:
    """A table of the rulebook with two players, and what is told about it."""
    table = floor.open(rulebook, rulebook, ("ann", "bob"), **terms)
    rules, submission = filed(rulebook)
    return rules, information(rules, submission, table, table.title)


def rule(rules: GameRules, heading: str) -> PlainRule:
    (found,) = [rule for rule in plain_rules(rules) if rule.heading == heading]
    return found


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_spots_are_the_wagers_on_offer(rulebook: str) -> None:
    rules, submission = filed(rulebook)
    spots = spots_of(rules, submission)
    assert sorted(spot.wager for spot in spots) == sorted(rules.offers)
    if submission.layout.areas:
        assert tuple(spot.wager for spot in spots) == submission.layout.areas
    for spot in spots:
        wager = rules.rulebook.wager(spot.wager)
        assert wager
        assert (spot.title, spot.placed, spot.clause) == (wager.title, wager.placed, wager.clause[0])
        assert spot.about.endswith(".")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_spot_says_what_it_is_beside_the_main_game(rulebook: str) -> None:
    rules, submission = filed(rulebook)
    spots = {spot.wager: spot for spot in spots_of(rules, submission)}
    assert {name for name, spot in spots.items() if not spot.side} == {"ante", "blind", "play"} & spots.keys()
    assert [name for name, spot in spots.items() if spot.sensor] == ["progressive"]
    awards = {award: name for name, spot in spots.items() for award in spot.awards}
    assert awards.keys() == {entry.wager for entry in rules.tables} - spots.keys()
    assert awards.items() <= {"ante_bonus": "ante", "envy": "progressive"}.items()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_spot_takes_what_lies_within_its_bounds_and_nothing_else(rulebook: str, lite_database: Database) -> None:
    floor = Floor(lite_database)
    rules, info = opened(floor, rulebook)
    state = floor.table(rulebook).state

    def accepted(wager: str, cents: int, on: State) -> bool:
        return not isinstance(decide(rules, on, c.PlaceWager(seat=1, wager=wager, stake_cents=cents)), Refusal)

    before = [spot for spot in info.spots if spot.placed == "before_the_deal"]
    floor.bet(rulebook)
    everything = floor.table(rulebook).state
    for spot in before:
        on = state if not spot.needs else everything
        if spot.equals:
            ante = everything.round.box(1).stake(spot.equals)  # type: ignore[union-attr]
            assert accepted(spot.wager, ante, on)
            assert not accepted(spot.wager, ante + spot.step_cents, on)
            continue
        assert accepted(spot.wager, spot.minimum_cents, on), spot
        assert accepted(spot.wager, spot.maximum_cents, on), spot
        assert not accepted(spot.wager, spot.minimum_cents - 1, on), spot
        assert not accepted(spot.wager, spot.maximum_cents + 1, on), spot
        assert spot.minimum_cents % spot.step_cents == 0
        assert spot.maximum_cents % spot.step_cents == 0


def test_a_spot_says_what_must_be_down_with_it() -> None:
    spots = {spot.wager: spot for spot in spots_of(*filed("md-uth"))}
    assert spots["blind"].equals == "ante"
    assert {name for name, spot in spots.items() if spot.required} == {"ante", "blind"}
    assert spots["six_card_bonus"].needs == ("ante", "blind", "trips")
    assert "goes with Ante, Blind and Trips" in spots["six_card_bonus"].about
    assert (spots["play"].minimum_cents, spots["play"].maximum_cents) == (1_000, 120_000)
    free = {spot.wager: spot for spot in spots_of(*filed("md-tcp"))}
    assert not any(spot.required for spot in free.values())
    assert "goes with Ante or Pair Plus" in free["progressive"].about
    both = {spot.wager for spot in spots_of(*filed("md-tcp", version='"F3"')) if spot.required}
    assert both == {"ante", "pair_plus"}


def test_what_a_spot_says_follows_the_elections() -> None:
    lost = {spot.wager: spot.about for spot in spots_of(*filed("md-uth"))}
    kept = {spot.wager: spot.about for spot in spots_of(*filed("md-uth", fold_forfeits_progressive="false"))}
    assert lost["progressive"].endswith("A fold loses it.")
    assert kept["progressive"].endswith("A fold leaves it in play.")
    seven = {spot.wager: spot.about for spot in spots_of(*filed("md-uth", progressive_hand='"best_of_seven"'))}
    assert RANKED_ON["own_two_and_flop"] in lost["progressive"]
    assert RANKED_ON["own_two_and_community_best_five"] in seven["progressive"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_as_many_cards_go_out_as_is_said(rulebook: str, lite_database: Database) -> None:
    floor = Floor(lite_database)
    _, info = opened(floor, rulebook)
    deal(floor, rulebook)
    round_ = floor.table(rulebook).state.round
    assert round_
    assert {len(box.cards) for box in round_.boxes} == {info.cards_each}
    assert (len(round_.dealer), len(round_.dealer_up)) == (info.dealer_cards, info.dealer_up)
    assert len(round_.bonus_cards) == info.bonus_cards
    assert len(round_.community) == info.community_cards
    assert info.community_cards == (5 if rulebook == "md-uth" else 0)
    assert [step.to for step in info.deal if step.to in ("first_player", "other_players")] == [
        "first_player",
        "other_players",
    ]


def test_the_deal_is_told_in_its_order() -> None:
    rules, _ = filed("md-uth")
    told = [(step.to, step.cards, step.face_up) for step in deal_of(rules)]
    assert told == [
        *(("bonus_box", 4, 0), ("community", 5, 0), ("dealer", 2, 0), ("first_player", 2, 0), ("other_players", 2, 0)),
        *(("community", 0, 3), ("community", 0, 2)),
    ]
    held = filed("md-uth", dealer_cards='"held_in_device"')[0]
    assert [step.to for step in deal_of(held)][2:5] == ["first_player", "other_players", "dealer"]
    by_hand = filed("md-tcp", dealing='"hand"')[0]
    assert [(step.to, step.pass_by_pass) for step in deal_of(by_hand)] == [("players_and_dealer", True)]


def test_the_reveal_is_told_in_its_order() -> None:
    told = [(step.where, step.cards) for step in reveal_of(filed("md-uth")[0])]
    assert told == [("community", 3), ("community", 2), ("dealer", 0), ("bonus", 0), ("players", 0)]
    assert [step.where for step in reveal_of(filed("md-tcp")[0])] == ["dealer", "players"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_paytables_are_those_of_the_sign(rulebook: str) -> None:
    rules, submission = filed(rulebook)
    posted = {(table.title, table.paytable): table.lines for table in posting(rules, submission).tables}
    even = posted.pop(("Ante and Play", ""))
    for table in paytables_of(rules):
        lines = tuple((line.title, line.pays) for line in table.lines)
        assert lines == (even if table.wager in ("ante", "play") else posted.pop((table.title, table.paytable)))
    assert not posted, "something is posted that is not told"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_examples_make_the_hand_they_stand_for_and_each_beats_the_next(rulebook: str) -> None:
    rules, _ = filed(rulebook)
    law, ranked = rules.rulebook.rankings.rankings[0], ranking_of(rules)
    assert [hand.name for hand in ranked] == [*(category.category for category in law.categories), "high_card"]
    made = [terms_of(rules).hand(tuple(parse_cards(" ".join(hand.example)))) for hand in ranked]
    assert [hand.category.value for hand in made] == [hand.name for hand in ranked]
    assert {len(hand.example) for hand in ranked} == {law.cards}
    strengths = [hand.strength for hand in made]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rule_in_plain_words_says_where_it_is_written(rulebook: str) -> None:
    rules, submission = filed(rulebook)
    told = plain_rules(rules)
    assert len({one.heading for one in told}) == len(told)
    for one in told:
        assert one.text.endswith(".")
        assert one.clauses, one
        assert set(one.clauses) <= all_clauses(), one
    for notice in posting(rules, submission).notices:
        assert set(notice[1]) <= all_clauses()


def test_plain_rules_say_what_differs_from_game_to_game() -> None:
    three, four, hold_em = (filed(name)[0] for name in ("md-tcp", "md-fcp", "md-uth"))
    assert "queen high" in rule(three, "When the dealer qualifies").text
    assert "needs no hand in particular" in rule(four, "When the dealer qualifies").text
    assert "less than a pair" in rule(hold_em, "When the dealer qualifies").text
    assert rule(three, "Ties").text.endswith("Ante and Play push.")
    assert rule(four, "Ties").text.endswith("Ante and Play win.")
    assert "loses Ante, Pair Plus and Progressive" in rule(three, "If you fold").text
    assert "loses Ante and Progressive" in rule(four, "If you fold").text
    assert "Before the flop you play 3x or 4x or check." in rule(hold_em, "Your decision").text
    assert not [one for one in plain_rules(hold_em) if one.heading in ("Ante Bonus", "Cover All")]
    assert "$75,000" in rule(hold_em, "Payout limit").text


def test_plain_rules_follow_the_elections() -> None:
    kept = filed("md-uth", fold_forfeits_progressive="false", envy_holder_must_wager="true")[0]
    assert "and Progressive in play" in rule(kept, "If you fold").text
    assert "must have wagered" in rule(kept, "Envy Bonus").text
    assert "need not have wagered" in rule(filed("md-uth")[0], "Envy Bonus").text
    bound = filed("md-tcp", version='"F1"')[0]
    assert rule(bound, "What you wager").text.startswith("Pair Plus needs an Ante at least as large.")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_rule_is_told_of_a_wager_that_is_not_offered(rulebook: str) -> None:
    rules, _ = filed(rulebook)
    titles = {wager.title for wager in rules.rulebook.wagers.wagers if wager.wager not in rules.offers}
    for one in plain_rules(rules):
        if one.heading in ("What you wager", "Side wagers", "If you fold"):
            assert not [title for title in titles if title in one.text]


def test_the_page_is_served_to_anybody_and_an_unknown_table_named(lite_server: Live) -> None:
    rules, info = opened(floor_of(lite_server.house), "md-uth", practice=True, decision_seconds=45, mode="open")
    told = lite_server.browser().get("/api/tables/md-uth").json()
    assert told["digest"] == rules.digest == info.digest
    assert (told["practice"], told["mode"], told["dealer"]) == (True, "open", "virtual")
    assert (told["decision_seconds"], told["betting_seconds"]) == (45, 0)
    assert told["silence"].startswith("If you do not answer within 45 seconds, the house's system checks for you")
    [posted] = [one["text"] for one in told["notices"] if one["text"].startswith(told["silence"].rstrip("."))]
    assert "after 15 seconds while your connection to the table is gone" in posted
    assert "whoever practises here alone has all the time there is" in posted
    assert [spot["wager"] for spot in told["spots"]] == [spot.wager for spot in info.spots]
    assert (told["title"], told["game_title"]) == ("Ultimate Texas Hold 'Em 1", "Ultimate Texas Hold 'Em")
    missing = lite_server.browser().get("/api/tables/md-ut")
    assert missing.status_code == 404
    assert missing.json()["sentence"] == "There is no table 'md-ut'; the nearest is md-uth."


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "md-uth"])
def test_a_progressive_of_a_dollar_or_five_is_one_spot_with_two_sums_and_both_envy_tables(rulebook: str) -> None:
    text = example(rulebook).replace("stake_cents = 100 ", "stake_cents = [100, 500] ")
    submission = parse_submission(text, rulebook)
    rules = resolve(submission)
    (spot,) = [spot for spot in spots_of(rules, submission) if spot.wager == "progressive"]
    assert (spot.minimum_cents, spot.maximum_cents, spot.step_cents) == (100, 500, 400)
    assert "The stake is $1 or $5" in spot.about
    envy = [f"{table.title} {table.paytable}" for table in paytables_of(rules) if table.wager == "envy"]
    assert ["$1" in envy[0], "$5" in envy[1], len(envy)] == [True, True, 2]
    assert ("Progressive", "$1 or $5") in posting(rules, submission).limits
