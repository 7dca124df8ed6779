import { expect, it } from 'vitest';
import { complete, typed } from './cardEntry';

it('reads cards as fingers type them', () => {
  for (const text of ['kd as', 'KDAS', 'k d a s', 'Kd, As']) expect(typed(text)).toEqual(['Kd', 'As']);
  expect(typed('10h')).toEqual(['Th']);
  expect(typed('k')).toEqual(['K']);
  expect(typed('')).toEqual([]);
});

it('is complete with as many cards as there are, each of them one', () => {
  expect(complete('kd as', 2)).toBe(true);
  expect(complete('kd a', 2)).toBe(false);
  expect(complete('kd xx', 2)).toBe(false);
  expect(complete('kd as 2c', 2)).toBe(false);
  for (const text of ['', 'kd']) expect(complete(text, 0)).toBe(false);
});
