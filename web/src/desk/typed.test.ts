import { expect, test } from 'vitest';
import { same, typedFrom } from './typed';

test('what was typed comes back as it was, and what nobody wrote is nothing', () => {
  const typed = { 'table.seats': { value: ['6'], was: ['7'] } };
  expect(typedFrom(JSON.stringify(typed))).toEqual(typed);
  expect(typedFrom(null)).toEqual({});
  expect(typedFrom('not json')).toEqual({});
  expect(typedFrom('{"table.seats": {"value": "6", "was": []}, "a": 1}')).toEqual({});
});

test('two answers are the same in the same order', () => {
  expect(same(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(same(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(same([], ['a'])).toBe(false);
});
