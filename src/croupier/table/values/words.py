"""The vocabularies of a table in play, beside those of the law (`rulebook/law/words.py`)."""

from typing import Literal

# Where a round stands; a round that is closed or void is not under way any more.
Phase = Literal["wagering", "dealing", "decisions", "reveal", "settling", "closed", "void"]
# What is due: an answer, a unit of the settlement, the end, cards, or one of the steps that are performed.
DueKind = Literal[
    "ask", "settle", "close", "deal",
    "perform", "close_bets", "lock", "collect", "count", "bank", "count_hands", "display_payouts", "turn", "stub",
    "collect_folds", "reveal_dealer", "reveal_bonus",
]  # fmt: skip
# What is settled at a time: a seat, a seat's part in one pass round the table, or a wager on the whole table.
Unit = Literal["seat", "reveal", "collect", "pay", "pick_up", "cover_all"]
