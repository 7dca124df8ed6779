import { expect, it } from 'vitest';
import { middleOf } from './sitting';

it.each([
  [[1, 2, 3, 4, 5, 6], [], 3],
  [[1, 2, 4, 5, 6], [3], 4],
  [[1, 6], [2, 3, 4, 5], 1],
  [[7], [1, 2, 3, 4, 5, 6], 7],
  [[], [1, 2], null],
])('of %j free and %j taken, box %j is nearest the middle', (free, taken, box) => {
  expect(middleOf(free, taken)).toBe(box);
});
