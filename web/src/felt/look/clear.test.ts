import { expect, test } from 'vitest';
import { overlap, type Area } from '../areas';
import { clearPlace } from './clear';

const felt: Area = { left: 0, top: 0, width: 400, height: 300 };
const spot: Area = { left: 180, top: 200, width: 40, height: 40 };
const size = { width: 120, height: 80 };

test('it lies beside what it is about, inside and clear of everything kept free', () => {
  const kept = [spot, { left: 150, top: 245, width: 100, height: 50 }, { left: 100, top: 10, width: 200, height: 70 }];
  const found = clearPlace(size, felt, spot, kept)!;
  expect(kept.some((one) => overlap(one, found))).toBe(false);
  expect([found.left >= 0, found.top >= 0, found.left + 120 <= 400, found.top + 80 <= 300]).not.toContain(false);
  expect(Math.hypot(found.left + 60 - 200, found.top + 40 - 220)).toBeLessThan(130);
});

test('where nothing is free there is no place', () => {
  expect(clearPlace(size, felt, spot, [{ left: 100, top: 60, width: 200, height: 200 }])).toBeNull();
  expect(clearPlace({ width: 500, height: 20 }, felt, spot, [])).toBeNull();
});

test('where only a corner is free it lies there, however far that is', () => {
  const kept = [
    { left: 0, top: 100, width: 400, height: 200 },
    { left: 0, top: 0, width: 260, height: 100 },
  ];
  const found = clearPlace(size, felt, spot, kept)!;
  expect([found.left, found.top]).toEqual([266, 14]);
});
