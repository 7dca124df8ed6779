/** Results against what they should be on average: sums, bands, and the words for how far apart they are. */

import type { RoundExpected } from '../lib/api';
import { dollars, signed } from '../lib/language/money';
import { say } from './messages';

/** What was won or lost, what should have been on average, and how far results spread about that; in cents. */
export interface Against {
  name: string;
  staked: number;
  net: number;
  mean: number;
  sd: number;
}

/** All rounds together. */
export function together(rounds: readonly RoundExpected[], name = ''): Against {
  const sum = (of: (round: RoundExpected) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  return {
    name,
    staked: sum((round) => round.staked_cents),
    net: sum((round) => round.net_cents),
    mean: sum((round) => round.mean_cents),
    sd: Math.sqrt(sum((round) => round.variance)),
  };
}

/** The rounds of each day together, the days as they came. */
export function byDay(rounds: readonly RoundExpected[], day: (at: number) => string): Against[] {
  const found = new Map<string, RoundExpected[]>();
  for (const round of rounds) found.set(day(round.at_ms), [...(found.get(day(round.at_ms)) ?? []), round]);
  return [...found].map(([name, some]) => together(some, name));
}

/** After each round, the first with none: what all rounds so far came to, and should come to. */
export function soFar(rounds: readonly RoundExpected[]): Against[] {
  const found: Against[] = [together([])];
  let [staked, net, mean, variance] = [0, 0, 0, 0];
  for (const round of rounds) {
    staked += round.staked_cents;
    net += round.net_cents;
    mean += round.mean_cents;
    variance += round.variance;
    found.push({
      name: say('roundAtTable', { table: round.table, round: round.round }),
      staked,
      net,
      mean,
      sd: Math.sqrt(variance),
    });
  }
  return found;
}

/** How many deviations a result is off, and what that is worth saying of it. */
export function apart({ net, mean, sd }: Against): string {
  if (!sd) return say('exactlyExpected');
  const off = (net - mean) / sd;
  const size = Math.abs(off);
  const verdict =
    size < 1
      ? say('withinOneDeviation')
      : size < 2
        ? say('withinTwoDeviations')
        : size < 3
          ? say('withinThreeDeviations')
          : say('beyondThreeDeviations');
  return say(off < 0 ? 'deviationsBelow' : 'deviationsAbove', { number: size.toFixed(1), verdict });
}

/** The number and what to make of it, in a sentence. */
export function sentenceOf(one: Against): string {
  return say('againstExpectation', {
    mean: signed(Math.round(one.mean)),
    deviation: dollars(Math.round(one.sd)),
    amount: signed(one.net),
    apart: apart(one),
  });
}
