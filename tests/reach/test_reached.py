"""How every act is done is written down beside the rulebooks, and is what the rounds show."""

import pytest

from croupier.rulebook.accounts import accounts
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.register import DATA, clauses
from croupier.server.deal.options import WENT_WRONG
from tests.reach import pages
from tests.reach.finding import REACHED, acts, how, table
from tests.reach.judged import JUDGED
from tests.reach.playing import SPACE, WRONG, played

FLOORS = ("verify_inspection", "ValidateAward", "Abandon")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_is_written_down_is_what_the_rounds_show(rulebook: str) -> None:
    assert (DATA / f"reached/{rulebook}.tsv").read_text("utf-8") == table(rulebook), "run: make register"


def test_the_list_of_people_has_all_907_acts_and_each_is_about_a_clause() -> None:
    listed = [act for rulebook in rulebook_ids() for act in acts(rulebook)]
    assert len(listed) == 907
    assert [act for act in listed if act.clause_id not in clauses(act.rulebook)] == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_act_of_a_person_is_left_that_only_a_test_can_do(rulebook: str) -> None:
    ways = {act: how(act) for act in acts(rulebook)}
    assert [act for act in ways if not ways[act]] == []
    assert [act for act, way in ways.items() if act.screen in REACHED and way.startswith(pages.NOBODY)] == []


def test_a_clause_says_who_does_what_it_asks_and_how() -> None:
    found = {account.clause: account.reached for account in accounts("md-uth")}
    flop, nobody = found["md-uth:11C"], found["md-uth:1A"]
    assert [(one.person, one.how.startswith(SPACE)) for one in flop] == [("dealer", True)]
    assert "Once every player has bet or checked, the flop is dealt face up." in flop[0].how
    assert [(one.person, one.how) for one in nobody] == [("", "/rules/md-uth")]


# From the texts: acts whose clause stands near others, and what of the screen is theirs alone.
TOLD = [
    ("md-uth:13C", "dealer", '! "A card lay face up in the deck", "Two or more, after everybody has a first hand"'),
    ("md-uth:13G", "dealer", '! "A card of the dealer\'s was seen too early"'),
    ("md-uth:13H", "dealer", '! "The shuffler jams", "Cards that this round needs"'),
    ("md-uth:13H(3)", "dealer", "The cards come out of the device and join those already dealt."),
    ("md-uth:13J", "house", '! "Treat the shoe"'),
    ("md-uth:3C(2)", "house", "in use for 8 hours; change it."),
    ("md-uth:4C(1)", "dealer", "The cards are turned face down."),
    ("md-uth:5H(1)", "player", '! "Spread the cards face up"'),
    ("md-uth:7C(1)", "player", "Leave, closed until the round is over"),
    ("md-uth:10F", "dealer", "the first three community cards are turned up."),
    ("md-uth:11A(2)", "player", "Note conduct"),
    ("md-uth:11B", "dealer", "is asked"),
    ("md-fcp:.03C(1)", "floorperson", "in use for 4 hours; change it."),
    ("md-fcp:.04F", "dealer", '! "A deck comes prepared"'),
    ("md-fcp:.05G", "commission", "/desk/review"),
    ("md-fcp:.05B(1)-(2)", "dealer", '! "Take a deck away"'),
    ("md-fcp:.08D", "dealer", 'h "The hand next to the shoe draws, the other hand places the card."'),
    ("md-fcp:.08E(2)", "dealer", "The dealer's sixth card follows the fifth at once, face up."),
    ("md-fcp:.10B(2)", "dealer", "The next stack, of six, is the dealer's, and its bottom card is turned up."),
    ("md-fcp:.10D", "dealer", '! "Count the stub"'),
    ("md-fcp:.11B", "player", '! "Note conduct", "A player who has looked lays the cards face down on the layout."'),
    ("md-fcp:.11D(1)(b)", "player", "Fold"),
    ("md-fcp:.13E", "dealer", '! "A card of the dealer\'s was seen too early"'),
    ("md-tcp:.13H(2)", "house", '! "Treat the shuffler", "Post out of order sign"'),
    ("md-tcp:.11D(7)(c)", "dealer", "Waiting for the floor"),
    ("ma-fcp-1:10(e)(2)(iii)", "dealer", "Turn up and settle seat …"),
    ("ma-fcp-1:10(e)(1)(iv)", "dealer", "Pick up the cards of seat …"),
    ("ma-fcp-1:12(j)", "dealer", "Settle the Cover All of seat …"),
    ("ma-fcp-1:9(c)#6", "dealer", "One more stack is laid beside the dealer's hand and spread face down"),
]


@pytest.mark.parametrize(("clause", "person", "told"), TOLD)
def test_an_act_is_done_by_what_its_own_clause_says_and_not_its_neighbours(clause: str, person: str, told: str) -> None:
    found = {account.clause: account.reached for account in accounts(clause.partition(":")[0])}
    assert [told in one.how for one in found[clause] if one.person == person] == [True]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_an_irregularity_is_reported_as_what_it_is(rulebook: str) -> None:
    remedies = load(rulebook).irregularities.remedies
    for account in accounts(rulebook):
        titles = {WENT_WRONG[one.kind][0] for one in remedies if account.clause in one.clause}
        for one in account.reached if titles else ():
            if one.person == "dealer" and one.how.startswith(WRONG):
                assert any(f'"{title}"' in one.how for title in titles), (account.clause, one.how)


def test_what_was_judged_is_about_acts_that_there_are() -> None:
    there = {(act.clause_id, act.actor) for rulebook in rulebook_ids() for act in acts(rulebook)}
    assert [one for one in JUDGED if one not in there] == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_the_texts_give_to_the_floor_is_not_a_dealers_key(rulebook: str) -> None:
    asked = played(rulebook).asked
    found = {name: {one.person for one in asked[name]} for name in FLOORS if name in asked}
    assert "verify_inspection" in found
    assert {person for people in found.values() for person in people} == {"floor"}
