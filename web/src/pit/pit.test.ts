import { expect, test } from 'vitest';
import type { PitTable } from '../lib/api';
import { ageOf } from './age';
import { hasNewCall, withChanged } from './pit.svelte';

const table = (name: string, ...says: string[]): PitTable =>
  ({
    card: { table: name },
    calls: says.map((one, at) => ({ says: one, clause: '', since_ms: at })),
  }) as unknown as PitTable;

test('a table that changed stands in its place, and a new one where its name belongs', () => {
  const names = (tables: PitTable[]): string[] => tables.map((one) => one.card.table);
  const all = withChanged([], [table('oak-2'), table('oak-1')]);
  expect(names(all)).toEqual(['oak-1', 'oak-2']);
  const changed = withChanged(all, [table('oak-1', 'Come.'), table('elm-1')]);
  expect(names(changed)).toEqual(['elm-1', 'oak-1', 'oak-2']);
  expect(changed[1]?.calls).toHaveLength(1);
});

test('a call sounds once, and again only where it is another', () => {
  const called = [table('oak-1', 'Come.')];
  expect(hasNewCall([], called)).toBe(true);
  expect(hasNewCall(called, called)).toBe(false);
  expect(hasNewCall(called, [table('oak-1')])).toBe(false);
  expect(hasNewCall(called, [table('oak-1', 'Come.', 'Rule.')])).toBe(true);
  expect(hasNewCall(called, [table('oak-1', 'Come.'), table('oak-2', 'Come.')])).toBe(true);
});

test('how old a call is, is said in the two largest units', () => {
  expect(ageOf(-500)).toBe('0 s');
  expect(ageOf(59_999)).toBe('59 s');
  expect(ageOf(125_000)).toBe('2 min 5 s');
  expect(ageOf(4_800_000)).toBe('1 h 20 min');
});
