import { expect, test } from 'vitest';
import { addressOf, shownOn, sizeOf } from './wall';

const asked = (text: string): URLSearchParams => new URLSearchParams(text);
const OPEN = ['oak', 'elm', 'ash', 'fir', 'yew'];

test.each([
  ['', 2],
  ['screens=1', 1],
  ['screens=4', 4],
  ['screens=3', 2],
  ['screens=many', 2],
])('%s has %i screens', (query, size) => {
  expect(sizeOf(asked(query))).toBe(size);
});

test('a wall that names no table shows the first that are open, each once', () => {
  expect(shownOn(asked(''), 4, OPEN)).toEqual(['oak', 'elm', 'ash', 'fir']);
  expect(shownOn(asked('tables=ash'), 2, OPEN)).toEqual(['ash', 'oak']);
});

test('a screen that was left empty stays empty, and so does one whose table is gone', () => {
  expect(shownOn(asked('tables=,elm'), 2, OPEN)).toEqual(['', 'elm']);
  expect(shownOn(asked('tables=gone,elm'), 2, OPEN)).toEqual(['', 'elm']);
});

test('fewer tables than screens leave screens empty', () => {
  expect(shownOn(asked(''), 4, ['oak'])).toEqual(['oak', '', '', '']);
});

test('the address brings the same wall back and keeps what else it asks for', () => {
  const address = addressOf(asked('kind=award'), 4, ['oak', '', 'elm', 'ash']);
  const query = new URL(address, 'http://house.invalid').searchParams;
  expect(query.get('kind')).toBe('award');
  expect(sizeOf(query)).toBe(4);
  expect(shownOn(query, 4, OPEN)).toEqual(['oak', '', 'elm', 'ash']);
});
