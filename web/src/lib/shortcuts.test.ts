import { expect, it } from 'vitest';
import { keysFor } from './shortcuts';

it('gives each spot a key of its own, the first letter of its name where that is free', () => {
  expect(keysFor(['Ante', 'Blind', 'Play', 'Trips', 'Progressive', 'Bad Beat'], 'drux')).toEqual([
    'a',
    'b',
    'p',
    't',
    'o',
    'e',
  ]);
  expect(keysFor(['Aa', 'A'], '')).toEqual(['a', '']);
});
