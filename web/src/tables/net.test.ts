import { expect, test } from 'vitest';
import type { RoundSeen } from '../lib/api';
import { counted } from './net.svelte';

const round = (number: number, mine: boolean, ...nets: number[]): RoundSeen =>
  ({
    number,
    boxes: [
      { seat: 2, mine },
      { seat: 4, mine: false },
    ],
    lines: [...nets.map((net_cents) => ({ seat: 2, net_cents })), { seat: 4, net_cents: 9_999 }],
  }) as unknown as RoundSeen;

test('a round of one’s own is counted once', () => {
  const once = counted({ cents: 500, round: 3 }, round(4, true, 1_000, -250));
  expect(once).toEqual({ cents: 1_250, round: 4 });
  expect(counted(once, round(4, true, 1_000, -250))).toBe(once);
});

test('rounds of others and rounds before count nothing', () => {
  const sum = { cents: 500, round: 3 };
  expect(counted(sum, round(4, false, 1_000))).toBe(sum);
  expect(counted(sum, round(2, true, 1_000))).toBe(sum);
  expect(counted(sum, null)).toBe(sum);
});
