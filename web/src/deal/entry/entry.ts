/** What a dealer enters at a felt table, as it is typed: amounts in dollars, and a key for every answer. */
import type { ActionOffer, FeltSeat } from '../../lib/api';

/** The cents of an amount typed in dollars, "10" or "2.50"; null where it is none. */
export function amountCents(text: string): number | null {
  const found = /^\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}

/** An amount of cents as it would be typed. */
export const amountText = (cents: number): string => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

/** Keys of multiples that no digit says, such as 1.5. */
const HALVES = 'qwty';

/** The key of each answer: f folds, c checks, and a digit plays so many times the Ante. */
export function answerKeys(actions: readonly ActionOffer[]): string[] {
  let halves = 0;
  return actions.map(({ action, times }) => {
    if (action !== 'play') return action === 'fold' ? 'f' : 'c';
    return /^\d$/.test(times) ? times : (HALVES[halves++] ?? '');
  });
}

/** The seats whose patrons wagered in the last round and have nothing down in this one. */
export const repeating = (seats: readonly FeltSeat[], staked: ReadonlySet<number>): FeltSeat[] =>
  seats.filter((one) => Object.keys(one.last_cents).length && !staked.has(one.seat));
