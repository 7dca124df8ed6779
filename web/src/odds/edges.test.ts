import { expect, it } from 'vitest';
import type { Spot, WagerEdge } from '../lib/api';
import { mainEdge, pastBreakEven, ratioOf, returnAt, sideEdges, spotEdge } from './edges';

const wager = (name: string, num: string, den: string, slopes: Record<string, [string, string]> = {}): WagerEdge => ({
  wager: name,
  title: name,
  element_of_risk: name === 'base' ? 0.02 : null,
  constant: { num, den },
  per_meter_cent: Object.fromEntries(Object.entries(slopes).map(([meter, [n, d]]) => [meter, { num: n, den: d }])),
});
const meter = (name: string, cents: number) => ({ meter: name, title: name, cents });

it('adds the meters exactly, to the last cent', () => {
  // Half of a stake lost without the meter; one cent of it adds 1/2000 of a stake: even at a thousand cents.
  const progressive = wager('progressive', '-1', '2', { grand: ['1', '2000'] });
  expect(returnAt(progressive, [meter('grand', 500)])).toEqual([-1000n, 4000n]);
  expect(pastBreakEven(progressive, [meter('grand', 999)])).toBe(false);
  expect(pastBreakEven(progressive, [meter('grand', 1000)])).toBe(true);
  expect(ratioOf(returnAt(progressive, [meter('grand', 1500)]))).toBe(0.25);
});

it('marks no wager that has no meter', () => {
  expect(pastBreakEven(wager('trips', '1', '10'), [meter('grand', 10 ** 9)])).toBe(false);
});

it('names each side wager once, from its least edge to its most', () => {
  const edges = {
    table: 't',
    counting: false,
    wagers: [wager('base', '-1', '50'), wager('cover', '-1', '10'), wager('cover', '-1', '20')],
  };
  expect(sideEdges(edges, [])).toEqual([{ title: 'cover', least: 0.05, most: 0.1, past: false }]);
  expect(mainEdge(edges)).toEqual({ edge: 0.02, risk: 0.02 });
});

it('says of a spot what the house keeps, at what the meters show where it hangs on them', () => {
  const spot = (name: string, side: boolean): Spot => ({ wager: name, side }) as Spot;
  const progressive = wager('progressive', '-1', '2', { grand: ['1', '2000'] });
  const edges = {
    table: 't',
    counting: false,
    wagers: [
      wager('base', '-1', '50'),
      wager('trips', '-1', '8'),
      progressive,
      wager('c', '-1', '10'),
      wager('c', '-1', '5'),
    ],
  };
  const said = (name: string, side = true) => spotEdge(spot(name, side), edges, [meter('grand', 500)]);
  expect(said('ante', false)).toBe('2.00 % of the ante, the whole main game played best');
  expect(said('play', false)).toBe(said('ante', false));
  expect(said('trips')).toBe('12.50 %');
  expect(said('progressive')).toBe('25.00 % at what the meters show now');
  expect(said('c')).toBe('10.00 % to 20.00 %, by players');
  expect(said('unknown')).toBe('');
  expect(spotEdge(spot('trips', true), { table: 't', counting: true, wagers: [] }, [])).toBe('being counted');
  expect(spotEdge(spot('trips', true), undefined, [])).toBe('');
});
