"""Table, cards, opening, shuffling and cutting."""

from typing import Literal

from croupier.rulebook.law import words as w
from croupier.rulebook.law.base import Always, Fact, Ruled, Section, Step, Threshold


class Definition(Ruled, frozen=True, kw_only=True):
    """A term and what this document means by it."""

    term: str
    means: str


class Table(Section, frozen=True, kw_only=True):
    """The table and what is printed on it. A document that is silent on seats gives no bound."""

    seats: Threshold | None = None
    dealer_faces_players: Always | None = None


class DeckAge(Threshold, frozen=True, kw_only=True):
    """How long a deck may be dealt by one method."""

    method: w.Method
    unit: Literal["hours"]


class Cards(Section, frozen=True, kw_only=True):
    """The decks, how many, and how they take turns."""

    cards_in_deck: Fact[Literal[52]]
    cover_cards: Fact[int]
    second_deck_needs: Fact[Literal["automated_shuffler"]]
    other_deck_is: Fact[w.OtherDeck]
    decks_alternate: Always
    rack_holds_one_deck: Always
    change_after: tuple[DeckAge, ...] = ()


class Opening(Section, frozen=True, kw_only=True):
    """From receiving a deck to the first shuffle."""

    steps: tuple[Step[w.OpeningStep], ...]
    each_deck_apart: Always
    skipped_for: Fact[tuple[w.DeckArrives, ...]]


class Trigger(Ruled, frozen=True, kw_only=True):
    """An occasion on which the cards must be shuffled."""

    trigger: w.TriggerName
    by: Literal["", "floor", "casino_supervisor"] = ""


class Cut(Ruled, frozen=True, kw_only=True):
    """How a stack is cut."""

    depth: Threshold
    cover_card_ends: Fact[w.CoverCardEnds]
    steps: tuple[Step[w.CutStep], ...]


class Recut(Ruled, frozen=True, kw_only=True):
    """Who may order another cut, and until when."""

    by: Literal["floor", "casino_supervisor"]
    until: Literal["first_card_dealt"]


class Device(Ruled, frozen=True, kw_only=True):
    """A device the law allows and the steps that its use switches off."""

    device: w.DeviceName
    switches_off: tuple[w.SwitchedOff, ...] = ()


class Shuffle(Section, frozen=True, kw_only=True):
    """Shuffling, cutting and what happens to the cards of an idle table."""

    triggers: tuple[Trigger, ...]
    methods: Fact[tuple[w.ShuffleMethod, ...]]
    ends_in: Fact[Literal["one_stack"]]
    wrong_device_count: Fact[Literal["deck_removed"]]
    cut_after: Fact[tuple[w.Shuffled, ...]]
    no_cut_after: Fact[tuple[w.Shuffled, ...]]
    cut: Cut
    recut: Recut
    idle: tuple[Step[w.IdleStep], ...]
    idle_spread: Fact[w.IdleSpread]
    reopens_from: Fact[w.OpeningStep]
    devices: tuple[Device, ...]
