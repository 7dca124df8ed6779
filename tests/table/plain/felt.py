"""What a plain settlement reads and writes, and how a printed payout becomes money."""

from typing import NamedTuple

from .ranking import Cards

# seat, wager, outcome, stake, what the house adds, what comes back of the stake, the paytable's line
Line = tuple[int, str, str, int, int, int, str]
# ("to", 3), ("for", 9), ("sum", cents), ("meter", percent, name)
Pays = tuple[str, int] | tuple[str, int, str]
Table = dict[str, Pays]


class Seat(NamedTuple):
    """One box: who holds it, its cards, its wagers, and whether its player folded or was ruled to have left."""

    number: int
    player: str
    cards: Cards
    wagers: dict[str, int]
    folded: bool
    abandoned: bool

    def stake(self, wager: str) -> int:
        """The cents on a wager."""
        return self.wagers.get(wager, 0)


class Felt(NamedTuple):
    """A round when the decisions are over; the box holds the Six Card Bonus cards."""

    dealer: Cards
    community: Cards
    box: Cards
    seats: list[Seat]
    meters: dict[str, int]

    def in_turn(self) -> list[Seat]:
        """The seats from the dealer's right."""
        return sorted(self.seats, key=lambda seat: -seat.number)


class Filed(NamedTuple):
    """What the operator filed: elections, reset amounts, a payout limit, and odds raised above the printed ones."""

    document: str
    elections: dict[str, str | int | bool]
    resets: dict[str, int]
    limit: int | None
    raised: dict[str, dict[str, int]]


def to(**odds: int) -> Table:
    """Lines that pay so many to one."""
    return {line: ("to", odd) for line, odd in odds.items()}


def for_one(**odds: int) -> Table:
    """Lines that pay so many for one."""
    return {line: ("for", odd) for line, odd in odds.items()}


def dollars(**sums: int) -> Table:
    """Lines that pay fixed sums."""
    return {line: ("sum", 100 * amount) for line, amount in sums.items()}


def meter(percent: int, name: str = "progressive") -> Pays:
    """A share of a meter."""
    return ("meter", percent, name)


def won(seat: Seat, wager: str, stake: int, line: str, paid: int, returned: int) -> Line:
    """A winning line."""
    return (seat.number, wager, "win", stake, paid, returned, line)


def against_the_dealer(seat: Seat, wager: str, outcome: str) -> Line:
    """An even-money wager's line."""
    stake = seat.stake(wager)
    paid, returned = {"win": (stake, stake), "push": (0, stake), "lose": (0, 0)}[outcome]
    return (seat.number, wager, outcome, stake, paid, returned, "")


def by_table(
    seat: Seat, wager: str, table: Table, line: str | None, meters: dict[str, int], filed: Filed, sum_keeps_stake: bool
) -> Line:
    """A wager that a paytable decides; a line that the table does not list loses."""
    stake = seat.stake(wager)
    if line is None or line not in table:
        return (seat.number, wager, "lose", stake, 0, 0, "")
    pays = table[line]
    if pays[0] == "to":
        return won(seat, wager, stake, line, stake * pays[1], stake)
    if pays[0] == "for":
        return won(seat, wager, stake, line, stake * pays[1], 0)
    if pays[0] == "sum":
        return won(seat, wager, stake, line, pays[1], stake if sum_keeps_stake else 0)
    name = pays[2]  # type: ignore[misc]
    paid = meters[name] * pays[1] // 100
    meters[name] = filed.resets[name] if pays[1] == 100 else meters[name] - paid
    return won(seat, wager, stake, line, paid, 0)


def envy_awards(felt: Felt, holder: Seat, line: str | None, schedule: dict[int, Table]) -> list[Line]:
    """What a holder's hand brings the others, by each receiver's own stake; stake 0 stands for every stake."""
    found = []
    for receiver in felt.seats:
        stake = receiver.stake("progressive")
        if not stake or receiver.abandoned or receiver.player == holder.player:
            continue
        table = schedule.get(stake, schedule.get(0, {}))
        if line in table:
            found.append(won(receiver, "envy", 0, line, table[line][1], 0))
    return found
