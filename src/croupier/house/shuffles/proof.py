"""What a stranger needs to check a round, and a card while the round is on: the files, and the checks made on them.

`docs/shuffle.md` says how each check is made, so that nobody has to take this program's word for it.
"""

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.house.shuffles.merkle import Leaf, deck_root, leaf_and_path, root_over
from croupier.house.shuffles.shuffle import PlayerSeeds, order_from, seed_commitment
from croupier.rulebook.submission import PRINTABLE
from croupier.table.procedure.dealer import CUT_DEPTH

SET_ASIDE = "set_aside"  # the place of a card found face up, beside the places that cards are dealt to
_CHECKSUM = b"croupier/round/1\0"

HASH_PATTERN = r"\A[0-9a-f]{64}\Z"
SALT_PATTERN = r"\A[0-9a-f]{32}\Z"
Hash = Annotated[str, Meta(pattern=HASH_PATTERN)]
Number = Annotated[int, Meta(ge=1, lt=2**53)]  # what every reader of JSON holds exactly
Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)]
PlayerSeed = Annotated[str, Meta(max_length=1000)]


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a proof."""


class Published(Part, frozen=True):
    """When something became public: the record of the table's log, and its time."""

    record: Number
    at_ms: Annotated[int, Meta(ge=0, lt=2**53)]


class Cut(Part, frozen=True):
    """So many cards went from the top to the bottom, as that record says."""

    depth: Annotated[int, Meta(ge=1, lt=len(DECK))]
    record: Number


class ShuffleProof(Part, frozen=True):
    """A shuffle, opened: what was published before, and the seeds that show that nothing was changed since."""

    shuffle: Number
    deck: Name
    mode: Literal["house", "open"]
    seed_commitment: Hash
    seed_published: Published
    root: Hash
    root_published: Published
    seed: Hash
    player_seeds: Annotated[tuple[tuple[Name, PlayerSeed], ...], Meta(max_length=100)]
    cuts: Annotated[tuple[Cut, ...], Meta(max_length=100)]

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards from the top, before any cut."""
        return order_from(bytes.fromhex(self.seed), self.player_seeds)


class DealtCard(Part, frozen=True):
    """A card that left the deck, and the place it went to: a seat's number, or dealer, community, burn and so on."""

    place: Annotated[str, Meta(pattern=r"\A[a-z0-9_]{1,30}\Z")]
    card: Card


class RoundProof(Part, frozen=True, tag_field="format", tag="croupier/round/1"):
    """A round that is over. `dealt_from` is the shuffle that its cards came from, none where nobody knew the order."""

    table: Name
    round: Number
    rules: Hash
    outcome: Literal["closed", "void"]
    bets_closed: Published | None
    shuffles: Annotated[tuple[ShuffleProof, ...], Meta(max_length=100)]
    dealt_from: Number | None
    dealt: Annotated[tuple[DealtCard, ...], Meta(max_length=len(DECK))]
    checksum: Annotated[str, Meta(pattern=HASH_PATTERN + r"|\A\Z")] = ""


class CardProof(Part, frozen=True, tag_field="format", tag="croupier/card/1"):
    """A card dealt from a shuffle that is not open yet; `drawn` cards left the deck before it."""

    table: Name
    shuffle: Number
    root: Hash
    cuts: Annotated[tuple[Cut, ...], Meta(max_length=100)]
    drawn: Annotated[int, Meta(ge=0, lt=len(DECK))]
    card: Card
    salt: Annotated[str, Meta(pattern=SALT_PATTERN)]
    path: Annotated[tuple[Hash, ...], Meta(max_length=9)]


class Check(Struct, frozen=True):
    """One thing looked at: whether it holds, and a sentence that says what was found."""

    name: str
    passed: bool
    sentence: str


def checksum(proof: RoundProof) -> str:
    """A hash over all that the file says beside."""
    return hashlib.sha256(_CHECKSUM + msgspec.json.encode(replace(proof, checksum=""))).hexdigest()


def position(drawn: int, cuts: tuple[Cut, ...]) -> int:
    """Where in the order, as it was before the cuts, the card lies that leaves the deck after `drawn` others."""
    return (drawn + sum(cut.depth for cut in cuts)) % len(DECK)


def prove_card(
    table: str, shuffle: int, seed: bytes, player_seeds: PlayerSeeds, cuts: tuple[Cut, ...], drawn: int
) -> CardProof:
    """The proof of one dealt card that shows no other."""
    order = order_from(seed, player_seeds)
    leaf, path = leaf_and_path(seed, order, position(drawn, cuts))
    return CardProof(
        table=table,
        shuffle=shuffle,
        root=deck_root(seed, order),
        cuts=cuts,
        drawn=drawn,
        card=leaf.card,
        salt=leaf.salt.hex(),
        path=tuple(step.hex() for step in path),
    )


def verify_card(proof: CardProof) -> tuple[Check, ...]:
    """What can be said of one card before its shuffle is opened."""
    leaf = Leaf(position(proof.drawn, proof.cuts), proof.card, bytes.fromhex(proof.salt))
    held = root_over(leaf, [bytes.fromhex(step) for step in proof.path]) == proof.root
    nth = f"card {proof.drawn + 1} of shuffle {proof.shuffle}"
    if held:
        said = f"The {proof.card.words} is {nth} under root {proof.root}; compare that with the root you saw published."
    else:
        said = f"Nothing shows that the {proof.card.words} is {nth}: the path does not lead to root {proof.root}."
    return (Check("root", held, said),)


def verify_round(proof: RoundProof) -> tuple[Check, ...]:
    """Everything that can be checked of a round with no trust in whoever wrote its proof."""
    source = next((shuffle for shuffle in proof.shuffles if shuffle.shuffle == proof.dealt_from), None)
    return (
        _unchanged(proof),
        *(check for shuffle in proof.shuffles for check in _shuffle_checks(shuffle)),
        *_deal_checks(proof, source),
    )


def _unchanged(proof: RoundProof) -> Check:
    held = checksum(proof) == proof.checksum
    said = "The file is as it was written." if held else "The file was changed after it was written; ask for it again."
    return Check("checksum", held, said)


def _shuffle_checks(shuffle: ShuffleProof) -> Iterator[Check]:
    seed, named = bytes.fromhex(shuffle.seed), f"shuffle {shuffle.shuffle}"
    held = seed_commitment(seed) == shuffle.seed_commitment
    said = "is the one" if held else "is not the one"
    published = f"that record {shuffle.seed_published.record} committed to"
    yield Check(f"{named}: seed", held, f"The house's seed {said} {published}.")
    yield _seeds_in_order(shuffle, named)
    held = deck_root(seed, shuffle.order) == shuffle.root
    said = "have the root" if held else "do not have the root"
    sentence = f"The 52 cards that the seeds make {said} that record {shuffle.root_published.record} committed to."
    yield Check(f"{named}: root", held, sentence)


def _seeds_in_order(shuffle: ShuffleProof, named: str) -> Check:
    """The players' seeds: where there may be some, one for each player, in the one order that leaves no choice."""
    names = [name.encode() for name, _ in shuffle.player_seeds]
    held, said = True, f"Seeds that players mixed in, by name: {len(names)}." if names else "No player offered a seed."
    if shuffle.mode == "house":
        held = not names
        said = "The house alone chose the seed." if held else "The house alone chooses, yet players' seeds are listed."
    elif any(first >= second for first, second in pairwise(names)):
        held, said = False, "The players' seeds do not stand by name, one for each player."
    elif names and shuffle.seed_published.record >= shuffle.root_published.record:
        held, said = False, "The house's seed was not committed before the players' own went into the shuffle."
    return Check(f"{named}: player seeds", held, said)


def _deal_checks(proof: RoundProof, source: ShuffleProof | None) -> Iterator[Check]:
    numbers = [shuffle.shuffle for shuffle in proof.shuffles]
    if any(a.shuffle >= b.shuffle or a.deck != b.deck for a, b in pairwise(proof.shuffles)):
        yield Check("shuffles", False, "The shuffles are not of one deck, in their order, each once.")
    if not proof.dealt:
        held = proof.outcome == "void" and proof.dealt_from is None
        yield Check("cards", held, "No card was dealt." if held else "The cards that were dealt are missing.")
    elif proof.bets_closed is None:
        yield Check("bets", False, "Cards were dealt, yet the file does not say where bets closed.")
    elif source is None:
        yield _without_shuffle(proof)
    else:
        if undealt := [str(number) for number in numbers if number != source.shuffle]:
            said = f"The deck was shuffled and not dealt as shuffle {', '.join(undealt)}; each is opened above."
            yield Check("undealt shuffles", True, said)
        yield _in_time(source, proof.bets_closed, numbers[-1])
        yield _cuts(source, proof.bets_closed)
        yield _as_dealt(proof, source)


def _without_shuffle(proof: RoundProof) -> Check:
    if proof.dealt_from is not None or proof.shuffles:
        return Check("cards", False, "The cards came from none of the shuffles in the file: nothing proves them.")
    cards = [dealt.card for dealt in proof.dealt]
    if len(set(cards)) < len(cards):
        return Check("cards", False, "A card was dealt twice.")
    said = "Nobody knew the order of this deck, so no shuffle is proved; only that no card was dealt twice."
    return Check("cards", True, said)


def _in_time(source: ShuffleProof, closed: Published, last: int) -> Check:
    """Whether the deck was fixed before bets closed: by the seed's commitment, and by the root where players chose."""
    moments = sorted((source.seed_published, source.root_published, closed), key=lambda moment: moment.record)
    fixed = source.root_published if source.player_seeds else source.seed_published
    held = False
    if source.shuffle != last:
        said = f"The deck was shuffled again, as shuffle {last}, and yet dealt from shuffle {source.shuffle}."
    elif source.seed_published.record > source.root_published.record:
        said = "The seed was committed only after the deck was shuffled from it."
    elif any(a.at_ms > b.at_ms or (a.record == b.record and a != b) for a, b in pairwise(moments)):
        said = "The times of the records contradict their order."
    elif fixed.record >= closed.record:
        said = f"Record {fixed.record} fixed the deck, not before bets closed in record {closed.record}."
    else:
        held, said = True, f"Record {fixed.record} fixed the deck before bets closed in record {closed.record}."
    return Check("commitment", held, said)


def _cuts(source: ShuffleProof, closed: Published) -> Check:
    """Whether nobody who might know the order chose where to cut once bets were closed."""
    early = any(cut.record < source.root_published.record for cut in source.cuts)
    late = any(cut.record >= closed.record and cut.depth != CUT_DEPTH for cut in source.cuts)
    depths = ", ".join(str(cut.depth) for cut in source.cuts)
    said = f"The deck was cut {depths} cards deep, with no choice left once bets were closed."
    if early:
        said = "The deck was cut before it was shuffled."
    elif late:
        said = f"A cut other than the fixed {CUT_DEPTH} cards deep was not made before bets closed."
    elif not source.cuts:
        said = "The deck was not cut."
    return Check("cuts", not (early or late), said)


def _as_dealt(proof: RoundProof, source: ShuffleProof) -> Check:
    order = source.order
    for drawn, dealt in enumerate(proof.dealt):
        due = order[position(drawn, source.cuts)]
        if dealt.card is not due:
            said = f"Card {drawn + 1}, to {dealt.place}, was {dealt.card}; the shuffle puts {due} there."
            return Check("cards", False, said)
    said = f"The {len(proof.dealt)} cards dealt are the top of shuffle {source.shuffle} after its cuts, one by one."
    return Check("cards", True, said)
