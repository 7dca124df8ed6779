/** The test vectors of docs/shuffle.md, which the house's own shuffler made. */

import { describe, expect, it } from 'vitest';
import file from '../../../tests/house/shuffles/shuffle_vectors.json';
import { compared, fromHex, hex, utf8 } from './bytes';
import { deckRoot, leafOf, rootOver } from './merkle';
import { commitment, label, orderFrom, stream, type PlayerSeeds } from './shuffle';

describe.each(file.vectors.map((vector, at) => ({ at, vector })))('vector $at', ({ vector }) => {
  const seed = fromHex(vector.seed);
  const order = vector.order.split(' ');

  it('has its commitment', async () => {
    expect(await commitment(seed)).toBe(vector.commitment);
  });

  it('has its order', async () => {
    expect(await orderFrom(seed, vector.player_seeds as unknown as PlayerSeeds)).toEqual(order);
  });

  it('has its salts', async () => {
    expect(hex(await stream(seed, label('salts'), 832))).toBe(vector.salts);
  });

  it('has its root', async () => {
    expect(await deckRoot(seed, order)).toBe(vector.root);
  });

  it('has a leaf that leads to the root', async () => {
    const { position, card, salt } = vector.leaf;
    const leaf = await leafOf(position, card, fromHex(salt));
    expect(hex(leaf)).toBe(vector.leaf.hash);
    const path = vector.path.map(fromHex);
    expect(await rootOver(leaf, position, path, 52)).toBe(vector.root);
    expect(await rootOver(leaf, position, path.slice(1), 52)).toBeNull();
    expect(await rootOver(leaf, position, [...path, leaf], 52)).toBeNull();
    expect(await rootOver(leaf, (position + 1) % 52, path, 52)).not.toBe(vector.root);
  });
});

it('puts names in the order of their UTF-8 bytes, not of UTF-16 units', () => {
  expect('\uff21' < '\u{1f0a1}').toBe(false);
  expect(compared(utf8('\uff21'), utf8('\u{1f0a1}'))).toBeLessThan(0);
});
