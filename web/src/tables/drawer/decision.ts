/** Which answer a box gave, told from what the table shows before and after. */

import type { ActionValue, Coaching, RoundSeen, TableSeen } from '../../lib/api';

/** What the coach said of a box that was being asked, and what it had staked then. */
export interface Asked {
  coaching: Coaching;
  /** The wager that is staked when deciding, and what lay on its spot. */
  wager: string;
  stakedCents: number;
  /** The stake of which it is a multiple. */
  unitCents: number;
}

export interface Cost {
  label: string;
  best: string;
  /** What the answer was worth less than the best one, on average. */
  cents: number;
}

/** A round by its number, whether it is on or ended last. */
export function roundOf(seen: TableSeen, number: number): RoundSeen | null {
  return [seen.round, seen.last].find((round) => round?.number === number) ?? null;
}

/** The stake of a box's wager; when chips were cleared away, as its result says. */
export function stakeOf(round: RoundSeen, seat: number, wager: string): number {
  const line = round.lines.find((one) => one.seat === seat && one.wager === wager);
  const box = round.boxes.find((one) => one.seat === seat);
  return line?.stake_cents ?? box?.wagers_cents[wager] ?? 0;
}

/** The seat of one's own that is being asked now, 0 for none. */
export function askedSeat(seen: TableSeen): number {
  return seen.offers.find((offer) => offer.actions.length && seen.round?.to_ask.includes(offer.seat))?.seat ?? 0;
}

/** Whether the box is still being asked what the coach was asked about. */
export function stillAsked({ coaching }: Asked, seen: TableSeen): boolean {
  const { round } = seen;
  return round?.number === coaching.round && round.point === coaching.point && round.to_ask.includes(coaching.seat);
}

/** The answer that was given since, as the coach valued it; null where it cannot be told or was not valued. */
export function answerGiven(asked: Asked, seen: TableSeen): ActionValue | null {
  const { seat, round: number, actions } = asked.coaching;
  const round = roundOf(seen, number);
  if (!round || round.phase === 'void') return null;
  const added = stakeOf(round, seat, asked.wager) - asked.stakedCents;
  if (added > 0) {
    const times = added / asked.unitCents;
    return actions.find((value) => value.action === 'play' && Number(value.times) === times) ?? null;
  }
  const folded = round.boxes.find((box) => box.seat === seat)?.folded ?? false;
  return actions.find((value) => value.action === (folded ? 'fold' : 'check')) ?? null;
}

/** What an answer cost beside the best one. */
export function costOf(coaching: Coaching, given: ActionValue): Cost {
  const best = coaching.actions.reduce((found, value) => (value.ev > found.ev ? value : found));
  return { label: given.label, best: best.label, cents: Math.max(0, best.ev_cents - given.ev_cents) };
}
