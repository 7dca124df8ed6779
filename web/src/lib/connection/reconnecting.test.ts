import { expect, test } from 'vitest';
import { pauseMs } from './reconnecting.svelte';

test('pauses grow from a third of a second to five, and stay there', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 60].map((failed) => pauseMs(failed, 0));
  expect(pauses).toEqual([300, 600, 1200, 2500, 5000, 5000, 5000]);
});

test('browsers that lost the house together do not all come back at once', () => {
  expect(pauseMs(2, 0.5)).toBe(1350);
  expect(pauseMs(2, 1)).toBe(1500);
});
