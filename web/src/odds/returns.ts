/** Where a wager's return comes from, line by line, of each unit staked. */

import type { OddsSeen } from '../lib/api';
import { byResult, shareOf } from './figures';
import { say } from './messages';

export interface Part {
  name: string;
  /** How often it comes. */
  share: number;
  /** What it adds to what a player gets on average, of each unit staked; less than nothing where it takes. */
  adds: number;
}

/** What a line pays on a unit besides the stake: of "3 to 2" 1.5, of "50 for 1" 49; null for sums and meters. */
export function netOf(pays: string): number | null {
  const found = /^([\d,]+) (to|for) ([\d,]+)$/.exec(pays);
  if (!found) return pays === 'push' ? 0 : null;
  const [over, under] = [found[1], found[3]].map((text) => Number((text ?? '').replace(/,/g, ''))) as [number, number];
  return over / under - (found[2] === 'for' ? 1 : 0);
}

/** The parts of the return, the largest first and the loss last; null where a line pays no odds but sums or a meter. */
export function partsOf(odds: OddsSeen): Part[] | null {
  if (odds.wager === 'base') {
    return byResult(odds.lines).map(({ pays, value, count }) => {
      const share = count / Number(odds.total);
      return { name: pays.replace('-', '−'), share, adds: value * share };
    });
  }
  const found: Part[] = [];
  for (const line of odds.lines) {
    const net = netOf(line.pays);
    if (net === null) return null;
    const share = shareOf(line.count, odds.total);
    found.push({ name: line.title, share, adds: net * share });
  }
  const lost = 1 - found.reduce((sum, { share }) => sum + share, 0);
  return [...found, { name: say('otherHands'), share: lost, adds: -lost }];
}
