/** Odds as people read them. The exact integers stay text; only their ratio is rounded, and only to be shown. */

import type { OddsLine, OddsSeen } from '../lib/api';
import { numbersIn } from '../lib/language/catalogue';
import { dollars } from '../lib/language/money';
import { say } from './messages';

export const tenths = numbersIn({ maximumFractionDigits: 1 });
export const wholes = numbersIn({ maximumFractionDigits: 0 });

/** "2.18 %": two figures after the point, more where it is nearly nothing. */
export function percent(share: number): string {
  const size = Math.abs(share * 100);
  const digits = size === 0 || size >= 0.1 ? 2 : 4;
  return `${(share * 100).toFixed(digits).replace('-', '−')} %`;
}

/** How often: the share of one exact count in another. */
export function shareOf(count: string, total: string): number {
  return Number(count) / Number(total);
}

/** "1 in 4,165", "1 in 2.4", "never". */
export function oneIn(share: number): string {
  if (share <= 0) return say('never');
  const rounds = 1 / share;
  return say('oneIn', { number: (rounds < 20 ? tenths : wholes)(rounds) });
}

/** Exact integers with their thousands apart. */
export function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−');
}

/** Lines that pay alike as one, the best first: for the game against the dealer, whose lines are many. */
export function byResult(lines: readonly OddsLine[]): { pays: string; value: number; count: number }[] {
  const found = new Map<string, number>();
  for (const line of lines) found.set(line.pays, (found.get(line.pays) ?? 0) + Number(line.count));
  return [...found].map(([pays, count]) => ({ pays, value: ratio(pays), count })).sort((a, b) => b.value - a.value);
}

/** A result such as "+11/2" or "-5" as a number. */
export function ratio(pays: string): number {
  const [over = '0', under = '1'] = pays.split('/');
  return Number(over) / Number(under);
}

export interface Swing {
  rounds: number;
  mean: number;
  /** One standard deviation to either side: about two times in three the result is within. */
  deviation: number;
}

/** What so many rounds may bring, in stakes: a step at each of `steps` points. */
export function swings(edge: number, sd: number, rounds: number, steps: number): Swing[] {
  return Array.from({ length: steps + 1 }, (_, at) => {
    const played = (rounds * at) / steps;
    return { rounds: played, mean: -edge * played, deviation: sd * Math.sqrt(played) };
  });
}

type At = Record<string, unknown>;

/** What a result is called: a wager that may be made in several ways has one for each. */
export function titleOf(odds: OddsSeen): string {
  const { made } = odds.at as At;
  return typeof made === 'string' ? `${odds.title}, ${made}` : odds.title;
}

/** On what a figure depends, in sentences. */
export function conditions(odds: OddsSeen): string[] {
  const at = odds.at as At;
  const told: string[] = [];
  for (const [meter, cents] of Object.entries((at.meters_cents ?? {}) as Record<string, number>)) {
    told.push(say('countedWithMeter', { meter, amount: dollars(cents) }));
  }
  for (const [meter, cents] of Object.entries((at.break_even_meter_cents ?? {}) as Record<string, number | null>)) {
    if (cents === 0) told.push(say('edgeWhateverMeter', { meter }));
    else if (cents !== null) told.push(say('breaksEvenAtMeter', { meter, amount: dollars(cents) }));
  }
  if (typeof at.stake_cents === 'number') told.push(say('forStake', { amount: dollars(at.stake_cents) }));
  if (typeof at.other_players === 'number') {
    told.push(say('withOtherPlayers', { count: at.other_players }));
  }
  // What the house says of a fold is a sentence where it speaks of best play, else the end of one.
  if (typeof at.fold === 'string')
    told.push(at.fold.startsWith('best play') ? `B${at.fold.slice(1)}.` : say('aFold', { fold: at.fold }));
  return told;
}
