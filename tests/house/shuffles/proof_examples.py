"""Proofs, true and false, with what the verifier finds in each: what a checker in another language is tried with.

`python -m tests.house.shuffles.proof_examples > tests/house/shuffles/proof_examples.json`
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.house.shuffles.proof import CardProof, Cut, RoundProof, prove_card, verify_card, verify_round
from croupier.rulebook.load import rulebook_ids
from croupier.table.values import commands as c
from tests.house.audit.test_tampering import FORGED
from tests.house.shuffles.proved import PLAYERS, demo_proof, finished, hand_shuffled, resealed, seed_of, staked

FILE = Path(__file__).with_suffix(".json")

AWKWARD = (("Ann", 'quotes " and \\ and /'), ("Zoë", "\x01\x1f\x7f\u2028\t\n½ 🂡"))  # what JSON may or must escape


def examples() -> Iterator[tuple[str, RoundProof | CardProof]]:
    """Each proof under a name that says what it is."""
    for rulebook in rulebook_ids():
        yield f"{rulebook}, house mode", demo_proof(rulebook, seats=1)
    opened = demo_proof("md-fcp", PLAYERS)
    yield "open mode", opened
    yield "seeds that are awkward to write", demo_proof("md-tcp", AWKWARD, seats=1)
    yield from rounds_dealt_by_hand()
    for name, (change, _, _) in FORGED.items():
        yield f"forged: {name}", resealed(replace(opened, shuffles=(change(opened.shuffles[0]),)))
    yield "forged: cards exchanged", resealed(replace(opened, dealt=opened.dealt[::-1]))
    yield "forged: no cards", resealed(replace(opened, dealt=()))
    yield "forged: bets never closed", resealed(replace(opened, bets_closed=None))
    yield "forged: no source", resealed(replace(opened, dealt_from=None))
    yield "damaged", replace(opened, round=opened.round + 1)
    for drawn in (0, 7, 21, 51):
        yield f"card {drawn + 1}", prove_card("pit-7", 4, seed_of(4), PLAYERS, (Cut(depth=26, record=30),), drawn)
    card = prove_card("pit-7", 4, seed_of(4), (), (), 7)
    yield "forged: another card", replace(card, card=next(one for one in DECK if one is not card.card))
    yield "forged: a path too short", replace(card, path=card.path[:-1])
    yield "forged: a path too long", replace(card, path=(*card.path[1:], card.path[0]))


def rounds_dealt_by_hand() -> Iterator[tuple[str, RoundProof]]:
    """Rounds with cuts, a second shuffle, an unknown order, and a void one."""
    pit = staked(hand_shuffled())
    pit.do(c.OrderShuffle(deck=pit.round.deck, reason="a player asked", by="floor:kim"))
    reshuffled = finished(pit).proof()
    yield "shuffled twice and cut", reshuffled
    yield "forged: dealt from the first shuffle", resealed(replace(reshuffled, dealt_from=1))
    yield "forged: shuffles exchanged", resealed(replace(reshuffled, shuffles=reshuffled.shuffles[::-1]))
    pit = staked(hand_shuffled(dealing="automated_shoe"))
    pit.do(c.Report(kind="dealing_shoe_jam", by="floor:kim"))
    yield "void before the first card", pit.proof()
    pit = staked(hand_shuffled(knows=False))
    pit.until("deal")
    for one in DECK[:9]:
        pit.do(c.DealCard(card=one))
    unknown = finished(pit).proof()
    yield "an order that nobody knew", unknown
    yield "forged: a card twice", resealed(replace(unknown, dealt=(*unknown.dealt, unknown.dealt[0])))


def example(name: str, proof: RoundProof | CardProof) -> dict[str, Any]:
    """A proof as its file's text, with every check's name, whether it holds, and its sentence."""
    checks = verify_round(proof) if isinstance(proof, RoundProof) else verify_card(proof)
    told = [[check.name, check.passed, check.sentence] for check in checks]
    return {"name": name, "file": msgspec.json.encode(proof).decode(), "checks": told}


def written() -> str:
    """The file's text."""
    return json.dumps([example(name, proof) for name, proof in examples()], indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written())
