"""Table, cards, opening, shuffling and cutting."""

from croupier.rulebook.law.base import Fact, Ruled, Section, Step, Threshold


class Definition(Ruled, frozen=True, kw_only=True):
    """A term and what this document means by it."""

    term: str
    means: str


class Table(Section, frozen=True, kw_only=True):
    """The table and what is printed on it. A document that is silent on seats gives no bound."""

    seats: Threshold | None = None
    dealer_faces_players: Fact[bool] | None = None


class DeckAge(Threshold, frozen=True, kw_only=True):
    """How long a deck may be dealt by one method."""

    method: str


class Cards(Section, frozen=True, kw_only=True):
    """The decks, how many, and how they take turns."""

    cards_in_deck: Fact[int]
    cover_cards: Fact[int]
    second_deck_needs: Fact[str]
    other_deck_is: Fact[str]
    decks_alternate: Fact[bool]
    rack_holds_one_deck: Fact[bool]
    change_after: tuple[DeckAge, ...] = ()


class Opening(Section, frozen=True, kw_only=True):
    """From receiving a deck to the first shuffle."""

    steps: tuple[Step, ...]
    each_deck_apart: Fact[bool]
    skipped_for: Fact[tuple[str, ...]]


class Trigger(Ruled, frozen=True, kw_only=True):
    """An occasion on which the cards must be shuffled."""

    trigger: str
    by: str = ""


class Cut(Ruled, frozen=True, kw_only=True):
    """How a stack is cut."""

    depth: Threshold
    cover_card_ends: Fact[str]
    steps: tuple[Step, ...]


class Recut(Ruled, frozen=True, kw_only=True):
    """Who may order another cut, and until when."""

    by: str
    until: str


class Device(Ruled, frozen=True, kw_only=True):
    """A device the law allows and the steps that its use switches off."""

    device: str
    switches_off: tuple[str, ...] = ()


class Shuffle(Section, frozen=True, kw_only=True):
    """Shuffling, cutting and what happens to the cards of an idle table."""

    triggers: tuple[Trigger, ...]
    methods: Fact[tuple[str, ...]]
    ends_in: Fact[str]
    wrong_device_count: Fact[str]
    cut_after: Fact[tuple[str, ...]]
    no_cut_after: Fact[tuple[str, ...]]
    cut: Cut
    recut: Recut
    idle: tuple[Step, ...]
    idle_spread: Fact[str]
    reopens_from: Fact[str]
    devices: tuple[Device, ...]
