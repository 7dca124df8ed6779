"""Rounds with their shuffles published as a house does it, for the tests of proofs."""

import hashlib
from collections.abc import Iterable
from itertools import count

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cli.demo import demo_round, demo_rules
from croupier.house.log import events as he
from croupier.house.replay.proving import Record, prove_round
from croupier.house.shuffles.merkle import deck_root
from croupier.house.shuffles.proof import Published, RoundProof, checksum, verify_round
from croupier.house.shuffles.shuffle import PlayerSeeds, order_from, seed_commitment
from croupier.rulebook.elect import GameRules
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit, rules_dealt_by
from tests.table.three_card import BY_HAND

PLAYERS: PlayerSeeds = (("Ann", "late and long"), ("Bob", "½ 🂡"))


def seed_of(shuffle: int) -> bytes:
    """A seed for a shuffle's number."""
    return hashlib.sha256(b"seed %d" % shuffle).digest()


class ProvedPit(Pit):
    """A table whose house gives each shuffle the order that its seed makes, unless it `knows` no orders."""

    def __init__(self, rules: GameRules, player_seeds: PlayerSeeds = (), knows: bool = True) -> None:
        super().__init__(rules)
        self.player_seeds = player_seeds
        self.knows = knows
        self.shuffles = 0

    def do(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        """Does a command that must be lawful."""
        if isinstance(command, c.Shuffle):
            self.shuffles += 1
            order = order_from(seed_of(self.shuffles), self.player_seeds)
            command = replace(command, order=order if self.knows else None, count=52)
        return super().do(command)

    def next_card(self) -> Card:
        """The card on top."""
        deck = self.state.deck(self.round.deck)
        assert deck is not None
        assert deck.order is not None
        return deck.order[self.round.drawn]

    def records(self) -> list[Record]:
        """The table's records so far."""
        return published(self.events, self.player_seeds)

    def proof(self, number: int = 1) -> RoundProof:
        """The proof of a round that is over."""
        return prove_round("pit-7", "open" if self.player_seeds else "house", number, self.records())


def published(events: Iterable[e.AnyEvent], player_seeds: PlayerSeeds = ()) -> list[Record]:
    """The events of a table as records, one each, and beside each shuffle what a house publishes of it."""
    records: list[Record] = []

    def write(*logged_events: he.LoggedEvent) -> None:
        number = len(records) + 1
        records.append((Published(record=number, at_ms=1_700_000_000_000 + 500 * number), logged_events))

    shuffle, lying, deck = 0, dict[str, int](), ""
    write(he.SeedCommitted(shuffle=1, commitment=seed_commitment(seed_of(1))))
    for event in events:
        if isinstance(event, e.DeckShuffled):
            old, shuffle = lying.pop(event.deck, 0), shuffle + 1
            root = deck_root(seed_of(shuffle), event.order) if event.order else ""
            told = he.ShuffleCommitted(shuffle=shuffle, deck=event.deck, root=root, player_seeds=player_seeds)
            later = he.SeedCommitted(shuffle=shuffle + 1, commitment=seed_commitment(seed_of(shuffle + 1)))
            write(*([opened(old)] if old else ()), told, event, later)
            lying[event.deck] = shuffle
            continue
        deck = event.deck if isinstance(event, e.RoundOpened) else deck
        write(event, *([opened(lying.pop(deck))] if isinstance(event, e.RoundClosed) and deck in lying else ()))
    return records


def opened(shuffle: int) -> he.ShuffleOpened:
    """The opening of a shuffle."""
    return he.ShuffleOpened(shuffle=shuffle, seed=seed_of(shuffle).hex())


def demo_proof(rulebook: str = "md-uth", player_seeds: PlayerSeeds = (), seats: int = 3) -> RoundProof:
    """The proof of a whole round that the virtual dealer dealt; open mode where there are players' seeds."""
    numbers = count(1)
    events, _ = demo_round(demo_rules(rulebook), seats, lambda: order_from(seed_of(next(numbers)), player_seeds))
    records = published(events, player_seeds[::-1])  # as they were offered, in no order
    return prove_round("pit-7", "open" if player_seeds else "house", 1, records)


def resealed(proof: RoundProof) -> RoundProof:
    """The proof as a forger leaves it: with a checksum that fits."""
    return replace(proof, checksum=checksum(proof))


def failing(proof: RoundProof) -> list[str]:
    """The names of the checks that do not hold."""
    return [check.name for check in verify_round(proof) if not check.passed]


def hand_shuffled(knows: bool = True, dealing: str = "manual_shoe") -> "ProvedPit":
    """A table where people shuffle and cut one deck."""
    return ProvedPit(rules_dealt_by("md-tcp", dealing, BY_HAND), knows=knows)


def staked(pit: ProvedPit) -> ProvedPit:
    """The table with an open round and two wagers on it."""
    pit.sit(1, 2).ready(None).wager(1, ante=1500).wager(2, ante=1500)
    return pit


def finished(pit: ProvedPit) -> ProvedPit:
    """The table when its round is over: seat 1 has played, seat 2 folded."""
    pit.on().answer("play:1", "fold")
    return pit
