"""From a table's records to the proof of one of its rounds."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import events as he
from croupier.house.shuffles.proof import SET_ASIDE, Cut, DealtCard, Published, RoundProof, ShuffleProof, checksum
from croupier.rulebook.errors import BadInput
from croupier.table.values import events as e

Record = tuple[Published, Iterable[he.LoggedEvent]]


def prove_round(table: str, mode: str, number: int, records: Iterable[Record]) -> RoundProof:
    """The proof of a round from its table's records, unsealed.

    They reach from the end of the deck's round before, or the table's opening, until the round's shuffles are open,
    and hold the commitments to those shuffles' seeds.
    """
    story = _Story(number)
    for published, events in records:
        for event in events:
            story.tell(event, published)
    opened = story.opened
    if opened is None or not story.over:
        raise BadInput(f"Round {number} of table {table} is not over; it can be proved when it is.")
    if closed := [shuffle for shuffle in story.shuffles if shuffle not in story.seeds]:
        raise BadInput(f"Shuffle {closed[0]} of table {table} is not open yet; prove round {number} when it is.")
    proof = RoundProof(
        table=table,
        round=number,
        rules=opened.digest,
        outcome="void" if story.void else "closed",
        bets_closed=story.bets_closed,
        shuffles=tuple(_shuffle(mode, story, shuffle) for shuffle in story.shuffles),
        dealt_from=story.dealt_from,
        dealt=tuple(story.dealt),
    )
    return replace(proof, checksum=checksum(proof))


class _Shuffled(Struct):
    """A shuffle as far as the records have told of it."""

    committed: he.ShuffleCommitted
    published: Published
    cuts: list[Cut]


class _Story:
    """What the records tell, gathered in their order."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.commitments: dict[int, tuple[str, Published]] = {}
        self.told: dict[int, _Shuffled] = {}
        self.seeds: dict[int, str] = {}
        self.since: dict[str, list[int]] = {}  # each deck's shuffles since its last round
        self.lying: dict[str, int] = {}  # the shuffle that each deck lies in, where the house knows its order
        self.opened: e.RoundOpened | None = None
        self.void = self.over = False
        self.bets_closed: Published | None = None
        self.dealt: list[DealtCard] = []
        self.dealt_from: int | None = None
        self.shuffles: list[int] = []
        self.deck = ""

    def tell(self, event: he.LoggedEvent, published: Published) -> None:
        """Takes in the next event."""
        match event:
            case he.SeedCommitted():
                self.commitments[event.shuffle] = (event.commitment, published)
            case he.ShuffleOpened():
                self.seeds[event.shuffle] = event.seed
            case he.ShuffleCommitted(root=""):  # by hand: nobody knows the order
                self.lying.pop(event.deck, None)
            case he.ShuffleCommitted():
                self.told[event.shuffle] = _Shuffled(event, published, [])
                self.since.setdefault(event.deck, []).append(event.shuffle)
                self.lying[event.deck] = event.shuffle
            case e.DeckShuffled(order=None) | e.DeckReceived():
                self.lying.pop(event.deck, None)
            case e.TableIdled():
                self.lying.clear()
            case e.DeckCut() if event.deck in self.lying:
                cut = Cut(depth=event.depth, record=published.record)
                self.told[self.lying[event.deck]].cuts.append(cut)
            case e.RoundOpened():
                self.deck = event.deck
                self.opened = event if event.number == self.number else self.opened
            case e.RoundClosed():
                shuffles = self.since.pop(self.deck, [])
                if self._in_round():
                    self.over, self.shuffles = True, shuffles
            case _ if self._in_round():
                self._tell_of_round(event, published)

    def _in_round(self) -> bool:
        return self.opened is not None and not self.over

    def _tell_of_round(self, event: he.LoggedEvent, published: Published) -> None:
        match event:
            case e.BetsClosed():
                self.bets_closed = published
            case e.RoundVoided():
                self.void = True
            case e.CardsDealt():
                self._deal(DealtCard(place=place, card=card) for place, card in event.places)
            case e.CardSetAside():
                self._deal([DealtCard(place=SET_ASIDE, card=event.card)])

    def _deal(self, cards: Iterable[DealtCard]) -> None:
        self.dealt += cards
        self.dealt_from = self.lying.get(self.deck)


def _shuffle(mode: str, story: _Story, number: int) -> ShuffleProof:
    told = story.told[number]
    commitment, published = story.commitments[number]
    return ShuffleProof(
        shuffle=number,
        deck=told.committed.deck,
        mode="open" if mode == "open" else "house",
        seed_commitment=commitment,
        seed_published=published,
        root=told.committed.root,
        root_published=told.published,
        seed=story.seeds[number],
        player_seeds=tuple(sorted(told.committed.player_seeds, key=lambda pair: pair[0].encode())),
        cuts=tuple(told.cuts),
    )
