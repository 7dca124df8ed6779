"""The functions of `import croupier as c`. Whatever cannot be used is refused with `BadInput`, in one sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards import Card, CardError, parse_cards
from croupier.rulebook import elect as electing
from croupier.rulebook.check import check as findings_of
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load as load_rulebook
from croupier.rulebook.load import rulebook_ids, rulebooks_in_force
from croupier.rulebook.submission import Submission, parse_submission, read_submission

if TYPE_CHECKING:
    from croupier.notebook.plots import Plot
    from croupier.notebook.shown import Designs, Findings, Prices, Settled, Simulated, Values
    from croupier.odds.simulation.strategies import Player
    from croupier.odds.wagers.results import Result
    from croupier.odds.wagers.whole import WholeBet

Rules = str | GameRules
Cards = str | Iterable[str | Card]
Stakes = Mapping[str, int]


def rulebooks() -> tuple[str, ...]:
    """The ids of the rulebooks there are."""
    return rulebooks_in_force()


def load(rulebook: str) -> Rulebook:
    """The rulebook of that id, every value beside its clause."""
    return load_rulebook(_id(rulebook))


def elect(rulebook: str, elections: Mapping[str, Scalar] | None = None, **more: Scalar) -> GameRules:
    """The rules of a rulebook under these elections: `elect("md-uth", blind="A")`; the rest takes its default."""
    return electing.elect(_id(rulebook), {**(elections or {}), **more})


def resolve(submission: str | Path) -> GameRules:
    """The rules of a Rules Submission that complies: a path, or the TOML text itself."""
    return electing.resolve(_submission(submission))


def check(submission: str | Path) -> "Findings":
    """A Rules Submission, a path or the TOML text itself, against its rulebook."""
    from croupier.notebook.shown import Findings

    return Findings(findings_of(_submission(submission)))


def _submission(given: str | Path) -> Submission:
    if isinstance(given, str) and "\n" in given:
        return parse_submission(given, "The submission")
    return read_submission(str(given))


def _rules(rules: Rules) -> GameRules:
    return rules if isinstance(rules, GameRules) else electing.elect(_id(rules))


def _id(rulebook: object) -> str:
    if not isinstance(rulebook, str):
        raise BadInput(f"{rulebook!r} names no rulebook; write its id, such as {rulebook_ids()[0]!r}.")
    return rulebook


def price(
    rules: Rules, wager: str | None = None, paytable: str | None = None, lines: Mapping[str, str] | None = None
) -> "Prices":
    """The exact odds of every wager and paytable, or of those named.

    With a rulebook's id all its paytables are priced; with GameRules those that are elected. `lines` puts other odds
    in place of posted ones: `price("md-tcp", "pair_plus", "A", lines={"flush": "3 to 1"})`.
    """
    from croupier.notebook.shown import Prices

    if lines is not None:
        return Prices(_own(rules, wager, paytable, lines))
    if isinstance(rules, GameRules):
        return Prices(_elected(rules, wager, paytable))
    return Prices(_posted(_id(rules), wager, paytable))


def _posted(rulebook: str, wager: str | None, paytable: str | None) -> Iterator["Result"]:
    from croupier.odds.wagers.catalogue import results

    return results(rulebook, wager, paytable)


def _elected(rules: GameRules, wager: str | None, paytable: str | None) -> Iterator["Result"]:
    """The results of what is elected, at the filed stake and the first amount of each meter."""
    from croupier.odds.cache import Shelf
    from croupier.odds.wagers.catalogue import Asked, find

    shelf = Shelf()
    meters = {meter.meter: meter.initial_cents for meter in rules.meters}
    elections = dict(rules.elections)
    for entry in find(rules.rulebook, wager, paytable):
        table = rules.table(entry.menu.wager, entry.table.stake_cents, entry.table.hands)
        otherwise = any(name in elections and elections[name] != value for name, value in entry.at.items())
        if table is None or table.id != entry.table.id or otherwise:
            continue
        asked = Asked(table=table)
        if entry.wager == "progressive":
            asked = Asked(table=table, stake_cents=rules.progressive_stake_cents, meters_cents=meters)
        yield entry.work_out(shelf, asked)


def _own(rules: Rules, wager: str | None, paytable: str | None, lines: Mapping[str, str]) -> Iterator["Result"]:
    """The results with lines of one's own in a posted table: the one named, the one elected, or the usual one."""
    from croupier.odds.cache import Shelf
    from croupier.odds.wagers.catalogue import find
    from croupier.odds.wagers.custom_paytable import own_results, own_table

    if wager is None:
        raise BadInput("Lines of your own need a wager; name the one that they are for.")
    book = rules.rulebook if isinstance(rules, GameRules) else load(rules)
    if paytable is None and isinstance(rules, GameRules):
        elected = rules.table(find(book, wager)[0].menu.wager)
        paytable = elected.id if elected else None
    own = own_table({"lines": dict(lines)} if isinstance(lines, Mapping) else lines, "lines", "own")
    own = msgspec.structs.replace(own, rest_as_posted=True)
    return own_results(book, wager, paytable, own, Shelf())


def design(
    rules: Rules,
    wager: str,
    move: Mapping[str, str | int | Sequence[object]],
    *,
    paytable: str | None = None,
    edge: str | None = None,
    hits: str | None = None,
    deviation: str | None = None,
    ladder: bool = False,
    cap: float | str | None = None,
    prefer: Mapping[str, str] | None = None,
    most_solved: int = 200,
) -> "Designs":
    """All paytables of a wager that satisfy what is asked, each exact; lines that do not move pay as posted.

    `design("md-uth", "trips", {"flush": "5..8", "straight": "3..5"}, edge="3%..4%", ladder=True)`; `prefer` says of
    edge, deviation and hits whether high or low is better, which decides the front.
    """
    from croupier.notebook.shown import Designs, fields_of
    from croupier.odds.design.asked import read_wanted
    from croupier.odds.design.design import design as designed
    from croupier.odds.design.found import Preferred

    if not isinstance(move, Mapping):
        raise BadInput(
            f"move is {move!r}; write each line that may move with its choices, such as {{'flush': '4..8'}}."
        )
    book = rules.rulebook if isinstance(rules, GameRules) else load(rules)
    if paytable is None and isinstance(rules, GameRules):
        from croupier.odds.wagers.catalogue import find

        elected = rules.table(find(book, wager)[0].menu.wager)
        paytable = elected.id if elected else None
    try:
        preferred = msgspec.convert(dict(prefer or {}), Preferred)
    except (msgspec.ValidationError, TypeError, ValueError):
        raise BadInput(f"prefer is {prefer!r}; write edge, deviation or hits, each 'high' or 'low'.") from None
    wanted = read_wanted(edge, hits, deviation, ladder, cap)
    found = designed(book, wager, paytable, move, wanted, preferred=preferred, most_solved=most_solved)
    return Designs(**fields_of(found))


def best(
    rules: Rules,
    cards: Cards,
    community: Cards = "",
    dealer_up: Cards = "",
    stakes: Stakes | None = None,
    meters: Stakes | None = None,
) -> "Values":
    """The exact value of each action in one situation, in antes: `best("md-uth", "Kd 5c")`.

    With `stakes`, in cents, what a fold would lose besides is part of each value, at what the `meters` show.
    """
    from croupier.notebook.shown import Values
    from croupier.odds.advice.advice import advise

    own, board, up = _cards("cards", cards), _cards("community", community), _cards("dealer_up", dealer_up)
    try:
        return Values(advise(_rules(rules), own, board, up, stakes_cents=stakes, meters_cents=meters))
    except BadInput as error:  # advice speaks to the command line, which writes its options otherwise
        sentence = str(error)
        for option in ("cards", "community", "dealer-up"):
            sentence = sentence.replace(f"--{option}", option.replace("-", "_"))
        raise BadInput(sentence) from None


def whole_bet(rules: Rules, stakes: Stakes, meters: Stakes | None = None) -> "WholeBet":
    """Best play of all wagers together, its exact value, and what playing for the ante alone would cost.

    `whole_bet("md-uth", {"ante": 500, "blind": 500, "progressive": 100})`; stakes and meters are in cents.
    """
    from croupier.odds.cache import Shelf
    from croupier.odds.wagers.whole import whole_bet as solved

    return solved(_rules(rules), stakes, meters or {}, Shelf())


def _cards(name: str, given: Cards) -> tuple[Card, ...]:
    try:
        return parse_cards(given if isinstance(given, str) else [str(card) for card in given])
    except CardError as error:
        raise BadInput(f"{name}: {error}") from None
    except TypeError:
        raise BadInput(f'{name} is {given!r}; write cards as "As Td 2c".') from None


def settle(described: Mapping[str, Any] | str | Path) -> "Settled":
    """A described round settled by the book: a mapping, JSON text, or the path of a JSON file."""
    from croupier.notebook.shown import Settled, fields_of
    from croupier.table.settlement.described import RoundDescribed, elected_rules, settle_described
    from croupier.table.values.refusal import Refusal

    try:
        if isinstance(described, Mapping):
            round_ = msgspec.convert(dict(described), RoundDescribed)
        elif isinstance(described, str) and described.lstrip().startswith("{"):
            round_ = msgspec.json.decode(described, type=RoundDescribed)
        else:
            round_ = msgspec.json.decode(Path(described).read_bytes(), type=RoundDescribed)
    except OSError as error:
        raise BadInput(f"{described} cannot be read ({error.strerror}); give a round in JSON.") from None
    except msgspec.ValidationError as error:
        raise BadInput(f"The round: {error}; the README shows the form.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError, ValueError) as error:
        raise BadInput(f"The round is no JSON: {error}.") from None
    result = settle_described(elected_rules(round_), round_)
    if isinstance(result, Refusal):
        raise BadInput(f"{result.sentence} ({result.clause})")
    return Settled(**fields_of(result))


def simulate(
    rules: Rules,
    rounds: int,
    seed: int = 1,
    *,
    seats: int = 1,
    stakes: Stakes | Sequence[Stakes] | None = None,
    strategies: "str | Player | Sequence[str | Player]" = "best",
    session: int = 500,
    cores: int = 1,
) -> "Simulated":
    """Many rounds, fast: the numbers depend on the seed and the number of rounds only.

    `stakes` are in cents, for all seats or one mapping for each; `strategies` are names or Python functions. An
    interrupt ends the run with what there is so far.
    """
    from croupier.notebook.shown import Simulated, fields_of
    from croupier.odds.simulation.simulate import Stopped
    from croupier.odds.simulation.simulate import simulate as played

    for name, number in (("rounds", rounds), ("seed", seed), ("seats", seats), ("session", session), ("cores", cores)):
        if type(number) is not int:
            raise BadInput(f"{name} is {number!r}; write a whole number.")
    try:
        result = played(
            _rules(rules), rounds, seed, seats=seats, stakes=stakes, strategies=strategies, session=session, cores=cores
        )
    except Stopped as stopped:
        result = stopped.result
    return Simulated(**fields_of(result))


def plot(shown: "Prices | Values | Simulated | Designs", file: str | Path | None = None) -> "Plot":
    """A picture of what `price`, `best`, `simulate` or `design` found.

    With `file` it is also written there, as .svg, .png or .pdf.
    """
    from croupier.notebook.plots import drawn

    picture = drawn(shown)
    if file is not None:
        picture.save(file)
    return picture
