import { expect, it } from 'vitest';
import type { TableCard, TableEdges, WagerEdge } from '../lib/api';
import { bySort, mainEdge, pastBreakEven, ratioOf, returnAt, sideEdges } from './edges';

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

it('puts the lowest edge first and what is still counted last', () => {
  const table = (name: string): TableCard => ({ table: name }) as TableCard;
  const edges = (name: string, num: string): [string, TableEdges] => [
    name,
    { table: name, counting: false, wagers: [wager('base', num, '100')] },
  ];
  const known = new Map([edges('dear', '-3'), edges('cheap', '-2')]);
  const tables = [table('new'), table('dear'), table('cheap')];
  expect(bySort(tables, known, 'edge').map((one) => one.table)).toEqual(['cheap', 'dear', 'new']);
  expect(bySort(tables, known, 'game')).toEqual(tables);
});
