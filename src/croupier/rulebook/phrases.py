"""Values of the law in words."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from croupier.rulebook.law.base import Condition, Fact, Requirement, Ruled, Threshold
from croupier.rulebook.law.dealing import Option, StubCase, StubCount
from croupier.rulebook.law.equipment import Definition
from croupier.rulebook.law.paytable import Lines, Paytable, PaytableMenu
from croupier.rulebook.law.ranking import Category, Ranking
from croupier.rulebook.law.settling import Outcome
from croupier.rulebook.law.wagering import Amount, Bound, Choice, Needs, Wager
from croupier.rulebook.law.words import OWN
from croupier.rulebook.walk import NAMED_BY, Key

# The cards that a wager looks at, as a player calls them.
RANKED_ON = {
    "own_two_cards": "your two cards",
    "own_three_cards": "your three cards",
    "own_five_cards": "your five cards",
    "own_best_four_of_five": "the best four of your five cards",
    "own_five_and_box_card": "the best five of your five cards and the bonus box",
    "own_three_and_dealers_three": "the best five of your three cards and the dealer's three",
    "own_two_and_dealers_two": "your two cards, and for its highest line the dealer's two",
    "own_two_and_flop": "your two cards and the flop",
    "own_two_and_community_best_five": "the best five of your two cards and the community cards",
    "own_two_and_four_box_cards": "the best five of your two cards and the four of the bonus box",
    "community_cards": "the five community cards",
    "losing_hand_of_either": "the losing hand, yours or the dealer's",
    "losing_hand_of_player": "your hand, where it loses to the dealer's",
    "best_hand_at_the_table": "the best hand at the table, a player's or the dealer's",
}
UNSAID = {"clause", "reading", "says", "requirements", "title", "warn", "record"}


def words(value: Any) -> str:
    """A plain value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(words(item) for item in value) or "none"
    return str(value).replace("_", " ")


def cards_ranked(ranked_on: str) -> str:
    """The cards that a wager looks at, a player's own or another's."""
    if ranked_on in OWN:
        return RANKED_ON[OWN[ranked_on]].replace("your", "another player's")
    return RANKED_ON[ranked_on]


def label(key: Key) -> str:
    """The last part of a key, as a heading."""
    text = words(key[-1])
    return text[:1].upper() + text[1:]


def payload(value: Ruled) -> dict[str, Any]:
    """What a value says, apart from where it says it and in which words; nested values speak for themselves."""
    found: dict[str, Any] = {}
    for field in value.__struct_fields__:
        item = getattr(value, field)
        if isinstance(item, Lines):
            found["lines"] = tuple(f"{line.line} {line.pays}" for line in item)
        elif isinstance(value, Fact) and field == "cases":
            found |= {f"if {value.menu} is {words(case.elected)}": case.is_ for case in value.cases}
        elif field in UNSAID or _nested(item) or (_empty(item) and field not in ("is_", "default")):
            continue
        else:
            found[field] = item.text if isinstance(item, Condition) else item
    return found


def _nested(item: object) -> bool:
    return isinstance(item, Struct) or (isinstance(item, tuple) and bool(item) and isinstance(item[0], Struct))


def _empty(item: object) -> bool:
    return item in (None, "", (), 0, False) or (isinstance(item, Condition) and not item.text)


def phrase(value: Ruled) -> str:
    """A value in words."""
    for kind, put in PHRASES.items():
        if isinstance(value, kind):
            return put(value)
    named = {name: item for name, item in payload(value).items() if name not in NAMED_BY}
    return value.says or "; ".join(f"{words(name)} {words(item)}" for name, item in named.items())


def _fact(fact: Fact[Any]) -> str:
    of = f" {words(fact.of)}" if isinstance(fact, Needs) else ""
    others = (f"; {words(case.is_)}{of} if {words(fact.menu)} is {words(case.elected)}" for case in fact.cases)
    return words(fact.is_) + of + "".join(others)


def _wager(wager: Wager) -> str:
    offered = "always offered" if wager.offered == "always" else "offered if filed"
    return f"{offered}, placed {words(wager.placed)}, against the {words(wager.against)}"


def _category(category: Category) -> str:
    ends = f" (best {category.best}, worst {category.worst})" if category.best else ""
    return category.made_of + ends


def _option(option: Option) -> str:
    if option.times:
        return f"{' or '.join(map(str, option.times))} times the ante"
    return f"{option.at_least_times} to {option.at_most_times} times the ante" if option.at_most_times else ""


def _stub_case(case: StubCase) -> str:
    misdealt = {"yes": ", cards misdealt", "no": ", nothing misdealt"}.get(case.misdeal, "")
    return f"total {case.total}{misdealt}: round {words(case.round_is)}, deck {words(case.deck)}"


def _paytable(table: Paytable) -> str:
    state = f" ({table.status})" if table.status != "selectable" else ""
    return words(tuple(f"{line.line} {line.pays}" for line in table.lines)) + state


def _stub_count(count: StubCount) -> str:
    return f"not with a {words(count.not_with)}" if count.not_with else ""


PHRASES: dict[type[Ruled], Callable[[Any], str]] = {
    Threshold: Threshold.phrase,
    Fact: _fact,
    Definition: lambda definition: definition.means,
    Requirement: lambda rule: rule.says,
    Wager: _wager,
    Amount: lambda amount: words(amount.amount) + (f" the {words(amount.of)}" if amount.of else ""),
    Bound: lambda bound: f"at most {bound.at_most_times} times the {words(bound.of)}",
    Choice: lambda choice: choice.title,
    PaytableMenu: lambda menu: menu.title,
    Paytable: _paytable,
    Ranking: lambda ranking: f"made of {ranking.cards} cards, from the top",
    Category: _category,
    Option: _option,
    StubCase: _stub_case,
    StubCount: _stub_count,
    Outcome: lambda outcome: words(outcome.outcome),
}
