"""What posted odds come to in cents, part of a cent rounded as the rules say, a meter read as it stands."""

from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, Push, To, rounded
from croupier.table.settlement.results import Payment
from croupier.table.settlement.terms import Terms
from croupier.table.values.showdown import Meters


def payment(terms: Terms, odds: Odds, stake_cents: int, meters: Meters) -> Payment:
    """What the house adds to a wager that these odds pay, and what comes back of its stake."""
    match odds:
        # "3 to 2" is paid beside the stake. What it leaves of a cent is the player's (readings U-26, A58).
        case To():
            return Payment(rounded(stake_cents * odds.pays, odds.per, terms.odds_rounding), stake_cents)
        # "300 for 1" is all that comes back: the stake is in it (readings T-13, A31).
        case For():
            return Payment(rounded(stake_cents * odds.pays, odds.per, terms.odds_rounding), 0)
        # "$100,000" whatever the stake, which comes back beside it or not as the submission says (readings T-03, A23).
        case FixedSum():
            return Payment(odds.cents, stake_cents if terms.fixed_sum_returns_stake else 0)
        # "10 percent of major" as the meter shows it when the seat's turn comes (readings A13, U-11). What it leaves
        # of a cent stays on the meter (readings A57, U-33); the stake does not come back.
        case MeterShare():
            return Payment(rounded(dict(meters)[odds.meter] * odds.percent, 100, terms.share_rounding), 0)
        case Push():
            return Payment(0, stake_cents)
