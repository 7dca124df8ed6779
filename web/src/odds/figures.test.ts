import { describe, expect, it } from 'vitest';
import type { OddsLine, OddsSeen } from '../lib/api';
import { byResult, conditions, grouped, oneIn, percent, ratio, shareOf, swings } from './figures';

it('writes shares as people read them', () => {
  expect([0.0218497, -0.008049, 0, 0.0000153].map(percent)).toEqual(['2.18 %', '−0.80 %', '0.00 %', '0.0015 %']);
  expect([0.5, 1 / 12.34, 1 / 4164.9, 0].map(oneIn)).toEqual(['1 in 2', '1 in 12.3', '1 in 4,165', 'never']);
  expect(shareOf('4324', '133784560')).toBeCloseTo(3.232e-5, 8);
  expect(grouped('-607723787676')).toBe('−607,723,787,676');
});

it('gathers lines that pay alike, the best first', () => {
  const line = (pays: string, count: string) => ({ pays, count, line: '', title: '' }) as OddsLine;
  const found = byResult([line('-1', '5'), line('+11/2', '1'), line('-1', '2'), line('0', '3')]);
  expect(found.map(({ pays, count }) => [pays, count])).toEqual([
    ['+11/2', 1],
    ['0', 3],
    ['-1', 7],
  ]);
  expect(ratio('+11/2')).toBe(5.5);
});

it('knows how far results spread', () => {
  const found = swings(0.02, 5, 400, 4);
  expect(found).toHaveLength(5);
  expect(found[0]).toEqual({ rounds: 0, mean: -0, deviation: 0 });
  expect(found[4]).toEqual({ rounds: 400, mean: -8, deviation: 100 });
});

describe('conditions', () => {
  it('says on what a figure depends', () => {
    const at = {
      stake_cents: 100,
      meters_cents: { progressive: 500000 },
      break_even_meter_cents: { progressive: 3523034 },
      fold: 'best play of the game folds no paying hand',
      other_players: 1,
    };
    expect(conditions({ at } as unknown as OddsSeen)).toEqual([
      'Counted with the progressive meter at $5,000.00, which it showed just now.',
      'It breaks even when the progressive meter shows $35,230.34.',
      'For a stake of $1.00.',
      'With 1 other player at the table.',
      'Best play of the game folds no paying hand.',
    ]);
    const rich = {
      break_even_meter_cents: { progressive: 0 },
      fold: 'forfeits it; best play of the game folds no paying hand',
    };
    expect(conditions({ at: rich } as unknown as OddsSeen)).toEqual([
      'The player has the edge whatever the progressive meter shows.',
      'A fold forfeits it; best play of the game folds no paying hand.',
    ]);
    expect(conditions({ at: {} } as unknown as OddsSeen)).toEqual([]);
  });
});
