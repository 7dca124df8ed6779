/** Where the spots of a box lie, in steps from spot to spot: x from the middle of the box, y from the dealer's side. */
import type { Spot } from '../lib/api';

export type At = readonly [x: number, y: number];

/** How many rows of spots a box has. */
export const ROWS = 3;

const APART = 1.24; // spots that lie side by side
/** The places round a middle of one spot in each row, and round one that has two abreast in its second row. */
const ROUND_ONE: readonly At[] = [
  [-1.2, 0.5],
  [1.2, 0.5],
  [-1.2, 1.6],
  [1.2, 1.6],
];
const ROUND_TWO: readonly At[] = [
  [-APART, 0],
  [APART, 0],
  [-APART, 2],
  [APART, 2],
  [-1.78, 1],
  [1.78, 1],
];
const FURTHER = 2.3; // where there are more than that

type Laid = Pick<Spot, 'wager' | 'side' | 'sensor' | 'placed'>;

/**
 * Where each wager's spot lies. In the middle, from the dealer's side: the first side wager, what is staked before the
 * deal, what is staked when deciding. The other side wagers lie round them; one with a sensor at the right.
 */
export function placesOf(spots: readonly Laid[]): Record<string, At> {
  const [first, ...others] = spots.filter((spot) => spot.side);
  const main = spots.filter((spot) => !spot.side);
  const before = main.filter((spot) => spot.placed === 'before_the_deal');
  const later = main.filter((spot) => spot.placed === 'when_deciding');
  const places: Record<string, At> = {};
  [first ? [first] : [], before, later].forEach((row, y) =>
    row.forEach((spot, at) => (places[spot.wager] = [(at - (row.length - 1) / 2) * APART, y])),
  );
  const free = [...(before.length > 1 ? ROUND_TWO : ROUND_ONE)];
  let further = 0;
  for (const spot of others.toSorted((one, other) => Number(other.sensor) - Number(one.sensor))) {
    const at = free.findIndex(([x]) => x > 0 || !spot.sensor);
    places[spot.wager] = at < 0 ? [FURTHER, further++] : free.splice(at, 1)[0]!;
  }
  return places;
}

/** How far the spots reach from the middle of the box, in steps. */
export function reachOf(places: Record<string, At>): number {
  return Math.max(0, ...Object.values(places).map(([x]) => Math.abs(x)));
}
