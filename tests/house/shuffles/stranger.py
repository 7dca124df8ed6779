"""A checker written from docs/shuffle.md alone: nothing here comes from Croupier."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any

NEW_DECK = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
Pairs = Sequence[Sequence[str]]


def label(word: str) -> bytes:
    return f"croupier/shuffle/1/{word}".encode("ascii") + b"\x00"


def be32(n: int) -> bytes:
    return bytes((n >> 24 & 255, n >> 16 & 255, n >> 8 & 255, n & 255))


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def stream(seed: bytes, context: bytes) -> Iterator[int]:
    i = 1
    while True:
        yield from hmac.new(seed, context + be32(i), hashlib.sha512).digest()
        i += 1


def first(seed: bytes, context: bytes, length: int) -> bytes:
    source = stream(seed, context)
    return bytes(next(source) for _ in range(length))


def commitment(seed: bytes) -> str:
    return sha256(label("seed"), seed).hex()


def seal_key(seed: bytes) -> bytes:
    return first(seed, label("seal"), 32)


def order(seed: bytes, player_seeds: Pairs) -> list[str]:
    context = label("order") + be32(len(player_seeds))
    for name, own in sorted(player_seeds, key=lambda pair: pair[0].encode()):
        context += be32(len(name.encode())) + name.encode() + be32(len(own.encode())) + own.encode()
    source, deck = stream(seed, context), list(NEW_DECK)
    for left in range(52, 1, -1):
        b = next(source)
        while b >= 256 - 256 % left:
            b = next(source)
        one, other = b % left, left - 1
        deck[one], deck[other] = deck[other], deck[one]
    return deck


def salt(seed: bytes, position: int) -> bytes:
    return first(seed, label("salts"), 832)[16 * position : 16 * position + 16]


def leaf(position: int, card: str, its_salt: bytes) -> bytes:
    return sha256(b"\x00", bytes([position]), card.encode("ascii"), its_salt)


def levels(seed: bytes, cards: Sequence[str]) -> list[list[bytes]]:
    salts = first(seed, label("salts"), 832)
    found = [[leaf(p, card, salts[16 * p : 16 * p + 16]) for p, card in enumerate(cards)]]
    for width in (13, 4, 1):
        below = found[-1]
        found.append([sha256(b"\x01", *below[4 * n : 4 * n + 4]) for n in range(width)])
    return found


def root(seed: bytes, cards: Sequence[str]) -> str:
    return levels(seed, cards)[-1][0].hex()


def path(seed: bytes, cards: Sequence[str], position: int) -> list[str]:
    found = []
    for level in levels(seed, cards)[:-1]:
        node = position // 4
        found += [level[n].hex() for n in range(len(level)) if n // 4 == node and n != position]
        position = node
    return found


def leads_to(position: int, card: str, its_salt: bytes, steps: Sequence[str], wanted: str) -> bool:
    here, rest = leaf(position, card, its_salt), [bytes.fromhex(step) for step in steps]
    for width in (52, 13, 4):
        node = position // 4
        family = [n for n in range(width) if n // 4 == node]
        others = iter(rest[: len(family) - 1])
        if len(rest) < len(family) - 1:
            return False
        rest = rest[len(family) - 1 :]
        here = sha256(b"\x01", *(here if n == position else next(others) for n in family))
        position = node
    return not rest and here.hex() == wanted


def card_holds(text: str) -> bool:
    """A card's proof."""
    proof = json.loads(text)
    position = (proof["drawn"] + sum(cut["depth"] for cut in proof["cuts"])) % 52
    return leads_to(position, proof["card"], bytes.fromhex(proof["salt"]), proof["path"], proof["root"])


def round_holds(text: str) -> bool:
    """ROUND.json of a round that was dealt from a known order: all five checks of the page."""
    proof = json.loads(text)
    plain = json.dumps(proof | {"checksum": ""}, separators=(",", ":"), ensure_ascii=False)
    checks = [sha256(b"croupier/round/1\x00", plain.encode()).hex() == proof["checksum"]]
    checks += [shuffle_holds(shuffle) for shuffle in proof["shuffles"]]
    numbers = [shuffle["shuffle"] for shuffle in proof["shuffles"]]
    checks += [numbers == sorted(set(numbers)), len({shuffle["deck"] for shuffle in proof["shuffles"]}) == 1]
    last, closed = proof["shuffles"][-1], proof["bets_closed"]
    fixed = last["root_published" if last["player_seeds"] else "seed_published"]
    moments = sorted((last["seed_published"], last["root_published"], closed), key=lambda at: int(at["record"]))
    times = [at["at_ms"] for at in moments]
    checks += [last["shuffle"] == proof["dealt_from"], fixed["record"] < closed["record"], times == sorted(times)]
    for cut in last["cuts"]:
        checks.append(cut["record"] >= last["root_published"]["record"])
        checks.append(cut["record"] < closed["record"] or cut["depth"] == 26)
    cards = order(bytes.fromhex(last["seed"]), last["player_seeds"])
    cut_by = sum(cut["depth"] for cut in last["cuts"])
    checks += [dealt["card"] == cards[(drawn + cut_by) % 52] for drawn, dealt in enumerate(proof["dealt"])]
    return all(checks)


def shuffle_holds(shuffle: dict[str, Any]) -> bool:
    seed, names = bytes.fromhex(shuffle["seed"]), [name.encode() for name, _ in shuffle["player_seeds"]]
    before = shuffle["seed_published"]["record"] < shuffle["root_published"]["record"]
    return (
        commitment(seed) == shuffle["seed_commitment"]
        and root(seed, order(seed, shuffle["player_seeds"])) == shuffle["root"]
        and names == sorted(set(names))
        and (not names or (shuffle["mode"] == "open" and before))
    )
