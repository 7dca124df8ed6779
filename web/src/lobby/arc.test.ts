import { expect, it } from 'vitest';
import { placesOf, seatedAt } from './arc';

it('draws whoever sits in box 3 where box 3 is, and nobody where nobody sits', () => {
  const drawn = seatedAt({ seats: 6, players: { 3: 'ann', 6: 'bob' } });
  expect(drawn.map(({ player }) => player)).toEqual(['', '', 'ann', '', '', 'bob']);
  expect(drawn[2]).toEqual({ ...placesOf(6)[2], player: 'ann' });
});

it('has box 1 at the right, the last at the left and the middle lowest', () => {
  const [first, , , middle, , , last] = placesOf(7);
  expect([first?.x, middle?.x, last?.x]).toEqual([224, 120, 16]);
  expect(middle!.y).toBeGreaterThan(first!.y);
});
