/** What the house makes of a seed: its commitment and the order of the cards. Version 1 of docs/shuffle.md. */

import { be32, compared, hex, joined, sha256, utf8, type Bytes } from './bytes';

export type PlayerSeeds = readonly (readonly [name: string, seed: string])[];

const RANKS = [...'AKQJT98765432'];
export const NEW_DECK: readonly string[] = [...'shdc'].flatMap((suit) => RANKS.map((rank) => rank + suit));

const BLOCK_BYTES = 64;

export function label(word: string): Bytes {
  return utf8(`croupier/shuffle/1/${word}\0`);
}

/** What is published of a seed long before it is used. */
export async function commitment(seed: Bytes): Promise<string> {
  return hex(await sha256(label('seed'), seed));
}

/** The generator's first bytes for a context, whole blocks of them, at least as many as asked for. */
export async function stream(seed: Bytes, context: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign']);
  const blocks = Array.from({ length: Math.ceil(length / BLOCK_BYTES) }, async (_, at) => {
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, joined(context, be32(at + 1))));
  });
  return joined(...(await Promise.all(blocks)));
}

function orderContext(playerSeeds: PlayerSeeds): Bytes {
  const counted = (text: string) => {
    const bytes = utf8(text);
    return joined(be32(bytes.length), bytes);
  };
  const byName = [...playerSeeds].sort(([first], [second]) => compared(utf8(first), utf8(second)));
  const seeds = byName.map(([name, seed]) => joined(counted(name), counted(seed)));
  return joined(label('order'), be32(playerSeeds.length), ...seeds);
}

/** The 52 cards from the top, before any cut. */
export async function orderFrom(seed: Bytes, playerSeeds: PlayerSeeds): Promise<string[]> {
  const context = orderContext(playerSeeds);
  for (let blocks = 1; ; blocks++) {
    const order = exchanged(await stream(seed, context, blocks * BLOCK_BYTES));
    if (order) return order;
  }
}

/** The new deck after all exchanges, or null where the bytes do not suffice. */
function exchanged(bytes: Bytes): string[] | null {
  const deck = [...NEW_DECK];
  let at = 0;
  for (let left = deck.length; left > 1; left--) {
    const limit = 256 - (256 % left); // a byte from here on is thrown away, or some orders would be likelier
    while (at < bytes.length && bytes[at]! >= limit) at++;
    if (at === bytes.length) return null;
    const one = bytes[at++]! % left;
    [deck[one], deck[left - 1]] = [deck[left - 1]!, deck[one]!];
  }
  return deck;
}
