/** What the rounds of this sitting came to, kept while the tab lives. */
import type { RoundSeen } from '../lib/api';

interface Kept {
  cents: number;
  round: number;
}

const keyOf = (table: string, player: string): string => `croupier.net.${player}.${table}`;

/** The sum with this round counted, once. */
export function netWith(table: string, player: string, last: RoundSeen | null): number {
  let kept: Kept = { cents: 0, round: 0 };
  try {
    kept = { ...kept, ...(JSON.parse(sessionStorage.getItem(keyOf(table, player)) ?? '{}') as Partial<Kept>) };
  } catch {
    // Nothing kept, or nothing that can be read: the sitting begins now.
  }
  if (!last || last.number <= kept.round) return kept.cents;
  const mine = new Set(last.boxes.filter((box) => box.mine).map((box) => box.seat));
  if (!mine.size) return kept.cents;
  const lines = last.lines.filter((line) => mine.has(line.seat));
  const now = { cents: lines.reduce((sum, line) => sum + line.net_cents, kept.cents), round: last.number };
  try {
    sessionStorage.setItem(keyOf(table, player), JSON.stringify(now));
  } catch {
    // Then the sum is this round's alone.
  }
  return now.cents;
}
