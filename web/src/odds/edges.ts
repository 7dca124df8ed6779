/** What the house keeps of each wager at a table, at what the meters show: exact until it is written. */

import type { ExactFraction, MeterSeen, Spot, TableEdges, WagerEdge } from '../lib/api';
import { percent } from './figures';
import { say } from './messages';

/** What the main game is called among the wagers of the odds. */
const MAIN = 'base';

/** The player's return on a unit as one exact fraction, numerator and denominator. */
export function returnAt(wager: WagerEdge, meters: readonly MeterSeen[]): [bigint, bigint] {
  let [num, den] = pair(wager.constant);
  for (const { meter, cents } of meters) {
    const slope = wager.per_meter_cent[meter];
    if (!slope) continue;
    const [more, of] = pair(slope);
    [num, den] = [num * of + more * BigInt(cents) * den, den * of];
  }
  return [num, den];
}

const pair = ({ num, den }: ExactFraction): [bigint, bigint] => [BigInt(num), BigInt(den)];

/** A fraction of long integers as a number; its first fifteen figures are true. */
export function ratioOf([num, den]: [bigint, bigint]): number {
  const finer = 10n ** 15n;
  return Number((num * finer) / den) / Number(finer);
}

/** Whether the meters have brought a wager to where the house keeps nothing of it, or pays. */
export function pastBreakEven(wager: WagerEdge, meters: readonly MeterSeen[]): boolean {
  return Object.keys(wager.per_meter_cent).length > 0 && returnAt(wager, meters)[0] >= 0n;
}

export interface Shown {
  title: string;
  /** The least and the most house edge that wagers of this name have here. */
  least: number;
  most: number;
  past: boolean;
}

/** The wagers beside the main game, each name once. */
export function sideEdges(edges: TableEdges, meters: readonly MeterSeen[]): Shown[] {
  const found = new Map<string, Shown>();
  for (const wager of edges.wagers) {
    if (wager.wager === MAIN) continue;
    const edge = -ratioOf(returnAt(wager, meters));
    const before = found.get(wager.wager) ?? { title: wager.title, least: edge, most: edge, past: false };
    found.set(wager.wager, {
      title: before.title,
      least: Math.min(before.least, edge),
      most: Math.max(before.most, edge),
      past: before.past || pastBreakEven(wager, meters),
    });
  }
  return [...found.values()];
}

/** The main game's house edge and element of risk; null while they are counted. */
export function mainEdge(edges: TableEdges | undefined): { edge: number; risk: number } | null {
  const main = edges?.wagers.find((wager) => wager.wager === MAIN);
  return main ? { edge: -ratioOf(returnAt(main, [])), risk: main.element_of_risk ?? 0 } : null;
}

/** What the house keeps of what lies on a spot, in words; "" while it is counted, or where nobody can say. */
export function spotEdge(spot: Spot, edges: TableEdges | undefined, meters: readonly MeterSeen[]): string {
  const found = edges?.wagers.filter(({ wager }) => wager === (spot.side ? spot.wager : MAIN)) ?? [];
  if (!found.length) return edges?.counting ? say('edgeCounting') : '';
  const all = found.map((wager) => -ratioOf(returnAt(wager, meters))).sort((one, other) => one - other);
  const [least, most] = [percent(all[0]!), percent(all.at(-1)!)];
  const edge = least === most ? least : say('edgeByPlayers', { least, most });
  if (!spot.side) return say('edgeOfMain', { edge });
  return found.some(({ per_meter_cent }) => Object.keys(per_meter_cent).length) ? say('edgeAtMeters', { edge }) : edge;
}
