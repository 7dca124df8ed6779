import { expect, it } from 'vitest';
import { chipsFor } from './denominations';

const worth = (cents: number): number[] => chipsFor(cents).map((chip) => chip.cents);

it('makes a sum of the largest chips, and draws five at most', () => {
  expect(worth(3100)).toEqual([2500, 500, 100]);
  expect(worth(400_000)).toEqual([50_000, 50_000, 50_000, 50_000, 50_000]);
  expect(worth(0)).toEqual([]);
});

it('draws one chip for a sum below the smallest', () => {
  expect(worth(50)).toEqual([100]);
});
