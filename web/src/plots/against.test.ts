import { expect, it } from 'vitest';
import type { RoundExpected } from '../lib/api';
import { apart, byDay, sentenceOf, soFar, together } from './against';

const round = (at_ms: number, net_cents: number): RoundExpected => ({
  table: 't',
  round: at_ms,
  at_ms,
  staked_cents: 1000,
  net_cents,
  mean_cents: -30,
  variance: 900 ** 2,
});
const rounds = [round(1, 1000), round(2, -1000), round(11, 2000), round(12, 0)];

it('adds means, and deviations by their squares', () => {
  expect(together(rounds)).toEqual({ name: '', staked: 4000, net: 2000, mean: -120, sd: 1800 });
  expect(soFar(rounds).map((one) => one.net)).toEqual([0, 1000, 0, 2000, 2000]);
  expect(soFar(rounds).at(-1)).toMatchObject({ mean: -120, sd: 1800 });
});

it('puts the rounds of a day together', () => {
  const days = byDay(rounds, (at) => (at < 10 ? 'Monday' : 'Tuesday'));
  expect(days.map(({ name, net, mean }) => [name, net, mean])).toEqual([
    ['Monday', 0, -60],
    ['Tuesday', 2000, -60],
  ]);
});

it('says how far off a result is', () => {
  expect(apart({ name: '', staked: 0, net: 0, mean: 0, sd: 0 })).toBe('just what these wagers give');
  expect(apart(together(rounds))).toBe('1.2 deviations above that: nothing unusual');
  expect(sentenceOf(together([round(1, -2500)]))).toBe(
    'These wagers should come to −$0.30 on average, give or take $9.00. −$25.00 is 2.7 deviations below that: seldom, about one time in twenty.',
  );
});
