"""The test vectors of docs/shuffle.md.

`python -m tests.house.shuffles.shuffle_vectors > tests/house/shuffles/shuffle_vectors.json` writes them down.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from croupier.house.shuffles.merkle import deck_root, leaf_and_path
from croupier.house.shuffles.shuffle import PlayerSeeds, order_from, salts_from, seal_key, seed_commitment

FILE = Path(__file__).with_suffix(".json")

# One shuffle in some hundred thousand throws so many bytes away that it needs the generator's second block: this one.
TWO_BLOCKS = hashlib.sha256((273_560).to_bytes(4, "big")).digest()

CASES: list[tuple[bytes, PlayerSeeds, int]] = [
    (bytes(32), (), 0),
    (bytes(range(32)), (), 51),
    (bytes([255]) * 32, (("ann", "correct horse battery staple"),), 47),
    (hashlib.sha256(b"three players").digest(), (("ann", "1"), ("bob", ""), ("zoë", "½ ♠ 🂡")), 48),
    # The same letters, shared out otherwise between names and seeds.
    (hashlib.sha256(b"boundaries").digest(), (("ab", "c"), ("d", "ef")), 13),
    (hashlib.sha256(b"boundaries").digest(), (("a", "bc"), ("de", "f")), 13),
    # In the order of UTF-8 bytes the second name comes last; in the order of UTF-16 units it comes first.
    (hashlib.sha256(b"order of names").digest(), (("\uff21", "fullwidth"), ("\U0001f0a1", "ace")), 30),
    (TWO_BLOCKS, (), 26),
]


def vector(seed: bytes, player_seeds: PlayerSeeds, position: int) -> dict[str, Any]:
    """All that is made from one seed."""
    order = order_from(seed, player_seeds)
    leaf, path = leaf_and_path(seed, order, position)
    return {
        "seed": seed.hex(),
        "player_seeds": player_seeds,
        "commitment": seed_commitment(seed),
        "order": " ".join(map(str, order)),
        "salts": salts_from(seed).hex(),
        "root": deck_root(seed, order),
        "leaf": {"position": position, "card": str(leaf.card), "salt": leaf.salt.hex(), "hash": leaf.hash.hex()},
        "path": [step.hex() for step in path],
        "seal_key": seal_key(seed).hex(),
    }


def written() -> str:
    """The file's text."""
    found = {"scheme": "croupier/shuffle/1", "vectors": [vector(*case) for case in CASES]}
    return json.dumps(found, indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written())
