import { expect, it } from 'vitest';
import type { OddsSeen } from '../lib/api';
import { netOf, partsOf } from './returns';

it('reads what lines pay', () => {
  expect(['3 to 2', '50 for 1', '1,000 to 1', 'push', '100 % of the meter'].map(netOf)).toEqual([
    1.5,
    49,
    1000,
    0,
    null,
  ]);
});

it('adds up to the house edge', () => {
  const line = (title: string, pays: string, count: string) => ({ line: title, title, pays, count });
  const odds = { wager: 'trips', total: '100', lines: [line('Flush', '5 to 1', '10'), line('Pair', '1 to 1', '20')] };
  const parts = partsOf(odds as unknown as OddsSeen);
  expect(parts?.map(({ name, share }) => [name, Number(share.toFixed(4))])).toEqual([
    ['Flush', 0.1],
    ['Pair', 0.2],
    ['all other hands', 0.7],
  ]);
  expect(parts?.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(0, 12);
  const metered = { ...odds, lines: [line('Royal', '100 % of the meter', '1')] };
  expect(partsOf(metered as unknown as OddsSeen)).toBeNull();
});
