"""What a person may see of a table: the one door through which cards leave it."""

from msgspec import Struct

from croupier.cards import Card
from croupier.table.values.box import Box, Wagers
from croupier.table.values.roles import SUPERVISORS
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import Deck, Round, State
from croupier.table.values.words import Phase

STAFF = ("dealer", *SUPERVISORS, "surveillance")
ROLES = ("player", *STAFF, "public")
SeenCards = tuple[Card | None, ...]


class Viewer(Struct, frozen=True):
    """Who looks: a role, and for a player the name the boxes are held by."""

    role: str
    player: str = ""


class BoxView(Struct, frozen=True):
    """A box; a card that the viewer may not see yet is None."""

    seat: int
    player: str
    wagers: Wagers
    cards: SeenCards
    folded: bool
    racked: bool


class DeckView(Struct, frozen=True):
    """A deck: never its order."""

    deck: str
    back: str
    shuffled: str
    cut: bool
    removed: bool
    prepared: tuple[str, ...]


class RoundView(Struct, frozen=True):
    """A round as the viewer sees it."""

    number: int
    phase: Phase
    digest: str
    deck: str
    boxes: tuple[BoxView, ...]
    dealer: SeenCards
    community: SeenCards
    bonus_cards: SeenCards
    cards_out: int
    set_aside: tuple[Card, ...]
    point: str
    to_ask: tuple[int, ...]
    lines: tuple[SettlementLine, ...]
    award_pending: int


class View(Struct, frozen=True):
    """A table as the viewer sees it; `decks` are shown to staff only."""

    players: tuple[tuple[int, str], ...]
    meters: tuple[tuple[str, int], ...]
    round: RoundView | None
    idle: bool
    failed: tuple[str, ...]
    decks: tuple[DeckView, ...]


def view_for(state: State, viewer: Viewer) -> View:
    """The table as this viewer may see it now."""
    return View(
        players=state.players,
        meters=tuple((meter.meter, meter.cents) for meter in state.meters),
        round=_round(state.round, viewer, state.cards_told) if state.round else None,
        idle=state.idle,
        failed=state.failed,
        decks=tuple(_deck(deck) for deck in state.decks) if viewer.role in STAFF else (),
    )


def _deck(deck: Deck) -> DeckView:
    return DeckView(deck.deck, deck.back, deck.shuffled, deck.cut, deck.removed, deck.prepared)


def _hidden(cards: tuple[Card, ...]) -> SeenCards:
    return (None,) * len(cards)


def _round(round_: Round, viewer: Viewer, turned_up: bool) -> RoundView:
    """The round; where cards are known once they are `turned_up`, whatever is known everybody has seen."""
    up = len(round_.community) if turned_up else round_.community_up
    return RoundView(
        number=round_.number,
        phase=round_.phase,
        digest=round_.digest,
        deck=round_.deck,
        boxes=tuple(_box(round_, box, viewer, turned_up) for box in round_.boxes),
        dealer=_dealer(round_, turned_up),
        community=round_.community[:up] + _hidden(round_.community[up:]) + _unseen(round_, "community"),
        bonus_cards=_bonus(round_, turned_up),
        cards_out=round_.drawn,
        set_aside=round_.set_aside,
        point=round_.point,
        to_ask=round_.to_ask,
        lines=round_.lines,
        award_pending=round_.pending.line.seat if round_.pending else 0,
    )


def _unseen(round_: Round, place: str) -> SeenCards:
    return (None,) * round_.unseen(place)


def _dealer(round_: Round, turned_up: bool) -> SeenCards:
    """The dealer's cards: before they are revealed only the one that is dealt face up."""
    unseen = _unseen(round_, "dealer")
    if round_.dealer_revealed or turned_up:
        return unseen + round_.dealer + _unseen(round_, "dealer_up")
    return tuple(card if card in round_.dealer_up else None for card in round_.dealer)


def _bonus(round_: Round, turned_up: bool) -> SeenCards:
    known = round_.bonus_revealed or turned_up
    return (round_.bonus_cards if known else _hidden(round_.bonus_cards)) + _unseen(round_, "bonus_box")


def _box(round_: Round, box: Box, viewer: Viewer, turned_up: bool) -> BoxView:
    """A box: its cards are seen by who holds it, and by everybody once they are turned up."""
    own = viewer.role == "player" and viewer.player == box.player
    cards = box.cards if own or box.revealed or turned_up else _hidden(box.cards)
    return BoxView(box.seat, box.player, box.wagers, cards + _unseen(round_, str(box.seat)), box.folded, box.racked)
