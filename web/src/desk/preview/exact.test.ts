import { expect, test } from 'vitest';
import { numberIn, wholeCents } from './exact';

test('a fraction of cents is rounded to the nearest, however long it is', () => {
  expect(wholeCents({ num: '7', den: '2' })).toBe(4);
  expect(wholeCents({ num: '-7', den: '2' })).toBe(-4);
  expect(wholeCents({ num: '10', den: '3' })).toBe(3);
  expect(wholeCents({ num: '0', den: '9' })).toBe(0);
  expect(wholeCents({ num: '123456789012345678901234567890', den: '123456789012345678901234567' })).toBe(1000);
});

test('only a whole number within its bounds is taken', () => {
  expect(numberIn('40', 300)).toBe(40);
  expect(numberIn(' 300 ', 300)).toBe(300);
  for (const text of ['', '0', '301', '-1', '2.5', '1e2', 'many', '99999999999'])
    expect(numberIn(text, 300), text).toBeNull();
});
