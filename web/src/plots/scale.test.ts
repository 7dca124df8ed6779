import { expect, it } from 'vitest';
import { areaBetween, lineThrough, scaleOf, spanOf, stepOf, ticksOf } from './scale';

it('goes from a round number to a round number, nought included', () => {
  expect(spanOf([3, 17])).toEqual({ from: 0, to: 20 });
  expect(spanOf([-130, 40])).toEqual({ from: -150, to: 50 });
  expect(spanOf([])).toEqual({ from: 0, to: 1 });
  expect(spanOf([-0.031, -0.012])).toEqual({ from: -0.04, to: 0 });
});

it('has few and round marks', () => {
  expect(stepOf({ from: 0, to: 400 }, 4)).toBe(100);
  expect(ticksOf({ from: -150, to: 50 })).toEqual([-150, -100, -50, 0, 50]);
  expect(ticksOf({ from: 0, to: 1 }, 2)).toEqual([0, 0.5, 1]);
});

it('puts values where they belong', () => {
  const y = scaleOf({ from: -10, to: 10 }, 200, 0);
  expect([-10, 0, 10].map(y)).toEqual([200, 100, 0]);
  expect(
    lineThrough([
      { x: 0, y: 1 },
      { x: 2, y: 3.25 },
    ]),
  ).toBe('M0.0 1.0L2.0 3.3');
  expect(areaBetween([{ x: 0, y: 1 }], [{ x: 0, y: 5 }])).toBe('M0.0 1.0L0.0 5.0Z');
});
