import { expect, it } from 'vitest';
import type { TableCard, TableEdges } from '../lib/api';
import { bySort, playableFirst } from './sorts';

it('puts the lowest edge first and what is still counted last', () => {
  const table = (name: string): TableCard => ({ table: name }) as TableCard;
  const edges = (name: string, num: string): [string, TableEdges] => [
    name,
    {
      table: name,
      counting: false,
      wagers: [{ wager: 'base', title: '', element_of_risk: 0.02, constant: { num, den: '100' }, per_meter_cent: {} }],
    },
  ];
  const known = new Map([edges('dear', '-3'), edges('cheap', '-2')]);
  const tables = [table('new'), table('dear'), table('cheap')];
  expect(bySort(tables, known, 'edge').map((one) => one.table)).toEqual(['cheap', 'dear', 'new']);
  expect(bySort(tables, known, 'game')).toEqual(tables);
});

it('puts tables where nobody deals behind those where one can play', () => {
  const table = (name: string, dealer_here: boolean, closed = false): TableCard =>
    ({ table: name, dealer_here, closed }) as TableCard;
  const tables = [table('alone', false), table('dealt', true), table('shut', true, true), table('dealt too', true)];
  expect(playableFirst(tables).map((one) => one.table)).toEqual(['dealt', 'dealt too', 'alone', 'shut']);
});
