/** Chips on the spots of one's own box before the deal: what a click does to them, and what to ask the house for. */
import type { Spot } from '../lib/api';
import { short } from '../lib/language/money';
import { say } from './messages';

export type Stakes = Readonly<Record<string, number>>;

export interface Changed {
  stakes: Stakes;
  /** What a player may wonder about, "" where there is nothing. */
  note: string;
}

const of = (stakes: Stakes, wager: string): number => stakes[wager] ?? 0;

const early = (spot: Spot): boolean => spot.placed === 'before_the_deal';

/** The spot that a click on this one means: the Blind follows the Ante. */
function leader(spots: readonly Spot[], wager: string): Spot | undefined {
  const spot = spots.find((one) => one.wager === wager && early(one));
  return spots.find((one) => one.wager === spot?.equals) ?? spot;
}

function put(spots: readonly Spot[], stakes: Stakes, wager: string, cents: number): Stakes {
  const changed: Record<string, number> = { ...stakes, [wager]: cents };
  for (const spot of spots) if (spot.equals === wager && early(spot)) changed[spot.wager] = cents;
  return changed;
}

/** The highest sum not above this one that may lie on a spot: the least, and from there on in its steps. */
function fitting(spot: Spot, cents: number): number {
  const { minimum_cents: least, maximum_cents: most, step_cents: step } = spot;
  const sum = most ? Math.min(most, cents) : cents;
  return sum < least || !step ? sum : least + Math.floor((sum - least) / step) * step;
}

/** A chip more on a spot: at least the least that may lie there, at most the most. One sum only: on and off. */
export function added(spots: readonly Spot[], stakes: Stakes, wager: string, chip: number): Changed {
  const spot = leader(spots, wager);
  if (!spot) return { stakes, note: '' };
  const now = of(stakes, spot.wager);
  const { minimum_cents: least, maximum_cents: most, step_cents: step } = spot;
  if (least === most) return { stakes: put(spots, stakes, spot.wager, now ? 0 : least), note: '' };
  const wanted = now ? now + Math.max(step, Math.floor(chip / step) * step) : Math.max(least, chip);
  const sum = fitting(spot, wanted);
  let note = '';
  if (most && most < wanted) note = say('takesAtMost', { title: spot.title, amount: short(most) });
  else if (wanted > now + chip) note = say('startsAt', { title: spot.title, amount: short(least) });
  return { stakes: put(spots, stakes, spot.wager, sum), note };
}

/** A spot emptied, and with it those for which nothing lies any more that they need. */
export function emptied(spots: readonly Spot[], stakes: Stakes, wager: string): Stakes {
  const spot = leader(spots, wager);
  if (!spot) return stakes;
  let changed = put(spots, stakes, spot.wager, 0);
  for (const one of spots) {
    const alone = one.needs.length > 0 && !one.needs.some((need) => of(changed, need));
    if (alone && of(changed, one.wager)) changed = put(spots, changed, one.wager, 0);
  }
  return changed;
}

/** Every stake twice as high, as far as its spot allows. */
export function doubled(spots: readonly Spot[], stakes: Stakes): Stakes {
  let changed = stakes;
  for (const spot of spots) {
    const now = of(stakes, spot.wager);
    if (!now || spot.equals || !early(spot)) continue;
    changed = put(spots, changed, spot.wager, fitting(spot, now * 2));
  }
  return changed;
}

/** Stakes of an earlier round as they may lie again. */
export function again(spots: readonly Spot[], stakes: Stakes): Stakes {
  const lay = spots.filter((spot) => early(spot) && of(stakes, spot.wager));
  return Object.fromEntries(lay.map((spot) => [spot.wager, of(stakes, spot.wager)]));
}

/** What the least that may be played on with would take beside these stakes; 0 where nothing will be asked. */
export function leastPlay(spots: readonly Spot[], stakes: Stakes): number {
  return spots.reduce((sum, play) => {
    const base = spots.find((spot) => spot.wager === play.times_of);
    return base ? sum + (of(stakes, base.wager) * play.minimum_cents) / base.minimum_cents : sum;
  }, 0);
}

/** The least with which a box may take part. */
export function leastBet(spots: readonly Spot[]): number {
  const required = spots.filter((spot) => spot.required);
  if (required.length) return required.reduce((sum, spot) => sum + spot.minimum_cents, 0);
  return Math.min(...spots.filter((spot) => early(spot) && !spot.needs.length).map((spot) => spot.minimum_cents));
}

/** What to ask for: what is taken back first, then what is put down; a spot that needs another after that one. */
export function changes(spots: readonly Spot[], before: Stakes, after: Stakes): Record<string, number> {
  const changed = spots.filter((spot) => of(before, spot.wager) !== of(after, spot.wager));
  changed.sort((one, other) => one.needs.length - other.needs.length);
  const back = changed.filter((spot) => !of(after, spot.wager)).reverse();
  const down = changed.filter((spot) => of(after, spot.wager));
  return Object.fromEntries([...back, ...down].map((spot) => [spot.wager, of(after, spot.wager)]));
}

export const sum = (stakes: Stakes): number => Object.values(stakes).reduce((total, cents) => total + cents, 0);
