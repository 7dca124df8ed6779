import { expect, it } from 'vitest';
import type { TableCard } from '../lib/api';
import { withChanged, withMeters } from './lobby.svelte';

const card = (table: string, more: Partial<TableCard> = {}) =>
  ({ table, link: '', meters: [], players: {}, ...more }) as unknown as TableCard;

it('puts a changed table in its place and a new one at the end', () => {
  const found = withChanged([card('a'), card('b')], [card('c'), card('a', { players: { 3: 'ann' } })]);
  expect(found.map((table) => [table.table, table.players])).toEqual([
    ['a', { 3: 'ann' }],
    ['b', {}],
    ['c', {}],
  ]);
});

it('moves the meters of the tables on a link and of no other', () => {
  const meters = [{ meter: 'mega', title: 'Mega', cents: 7 }];
  const found = withMeters([card('a', { link: 'one' }), card('b', { link: 'two' }), card('c')], { one: meters });
  expect(found.map((table) => table.meters)).toEqual([meters, [], []]);
});
