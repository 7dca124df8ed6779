/** The tree of hashes over an order of cards: fours under one node, and what is left under a node of its own. */

import { hex, sha256, utf8, type Bytes } from './bytes';
import { label, stream } from './shuffle';

const SALT_BYTES = 16;
const WIDTH = 4;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafOf(position: number, card: string, salt: Bytes): Promise<Bytes> {
  return sha256(LEAF, Uint8Array.of(position), utf8(card), salt);
}

function saltOf(salts: Bytes, position: number): Bytes {
  return salts.slice(SALT_BYTES * position, SALT_BYTES * (position + 1));
}

/** The root over a whole deck, its salts made from the seed. */
export async function deckRoot(seed: Bytes, order: readonly string[]): Promise<string> {
  const salts = await stream(seed, label('salts'), SALT_BYTES * order.length);
  let level = await Promise.all(order.map((card, position) => leafOf(position, card, saltOf(salts, position))));
  while (level.length > 1) {
    const nodes = Math.ceil(level.length / WIDTH);
    const below = level;
    level = await Promise.all(
      Array.from({ length: nodes }, (_, node) => sha256(NODE, ...below.slice(WIDTH * node, WIDTH * (node + 1)))),
    );
  }
  return hex(level[0]!);
}

/** The root to which a leaf leads along its path, or null where the path is too short or too long. */
export async function rootOver(
  leaf: Bytes,
  position: number,
  path: readonly Bytes[],
  leaves: number,
): Promise<string | null> {
  const rest = [...path];
  let [here, at, width] = [leaf, position, leaves];
  while (width > 1) {
    const first = at - (at % WIDTH);
    const family = Math.min(WIDTH, width - first);
    const others = rest.splice(0, family - 1);
    if (others.length < family - 1) return null;
    others.splice(at - first, 0, here);
    here = await sha256(NODE, ...others);
    at = Math.floor(at / WIDTH);
    width = Math.ceil(width / WIDTH);
  }
  return rest.length ? null : hex(here);
}
