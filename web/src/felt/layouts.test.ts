import { expect, it } from 'vitest';
import { placesOf, reachOf } from './layouts';

const laid = (wager: string, given: Partial<Parameters<typeof placesOf>[0][number]> = {}) => ({
  wager,
  side: false,
  sensor: false,
  placed: 'before_the_deal' as const,
  ...given,
});
const later = { placed: 'when_deciding' as const };
const side = { side: true };
const sensor = { side: true, sensor: true };

it('lays a side wager, the stake and what is decided in one line, others beside it, a sensor at the right', () => {
  const spots = [laid('stake'), laid('raise', later), laid('pairs', side), laid('meter', sensor), laid('six', side)];
  expect(placesOf(spots)).toEqual({
    pairs: [0, 0],
    stake: [0, 1],
    raise: [0, 2],
    meter: [1.2, 0.5],
    six: [-1.2, 0.5],
  });
});

it('lays two stakes side by side and as many side wagers as there are round them, none over another', () => {
  const sides = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((wager) => laid(wager, side));
  const spots = [laid('one'), laid('other'), laid('raise', later), ...sides, laid('meter', sensor)];
  const places = placesOf(spots);
  expect(places.one).toEqual([-0.62, 1]);
  expect(places.other).toEqual([0.62, 1]);
  expect(places.meter).toEqual([1.24, 0]);
  expect(new Set(Object.values(places).map(String)).size).toBe(spots.length);
  expect(reachOf(places)).toBe(2.3);
});
