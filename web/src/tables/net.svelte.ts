/** What the rounds of this sitting came to, kept while the tab lives. */
import type { RoundSeen } from '../lib/api';

export interface Sum {
  cents: number;
  /** The last round that was counted. */
  round: number;
}

/** The sum with this round counted, once; the same sum where there is nothing new of one's own. */
export function counted(sum: Sum, last: RoundSeen | null): Sum {
  if (!last || last.number <= sum.round) return sum;
  const mine = new Set(last.boxes.filter((box) => box.mine).map((box) => box.seat));
  if (!mine.size) return sum;
  const lines = last.lines.filter((line) => mine.has(line.seat));
  return { cents: lines.reduce((total, line) => total + line.net_cents, sum.cents), round: last.number };
}

export class Net {
  #sum = $state.raw<Sum>({ cents: 0, round: 0 });
  #key = '';

  constructor(readonly table: string) {}

  get cents(): number {
    return this.#sum.cents;
  }

  /** Counts a round that has ended, for this player. */
  count(player: string, last: RoundSeen | null): void {
    const key = `croupier.net.${player}.${this.table}`;
    const sum = this.#key === key ? this.#sum : kept(key);
    this.#key = key;
    this.#sum = counted(sum, last);
    if (this.#sum !== sum) keep(key, this.#sum);
  }
}

function kept(key: string): Sum {
  try {
    return { cents: 0, round: 0, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Sum>) };
  } catch {
    return { cents: 0, round: 0 }; // Nothing that can be read: the sitting begins now.
  }
}

function keep(key: string, sum: Sum): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sum));
  } catch {
    // Then the sum lasts as long as the page.
  }
}
