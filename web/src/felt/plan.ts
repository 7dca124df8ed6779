/** Where everything lies on a felt of a given size, in pixels from its upper left corner, so that nothing overlaps. */
import { ROWS } from './layouts';

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What has to find its place. */
export interface Needs {
  width: number;
  height: number;
  seats: number;
  /** The boxes of who looks, drawn large. */
  mine: readonly number[];
  /** How far a box's spots reach from its middle, in steps from spot to spot. */
  reach: number;
  cards: { box: number; dealer: number; community: number; bonus: number };
}

/** How large the things of a box are. `step` is from one spot to the next, `name` the room for a spot's name above it. */
export interface Scale {
  spot: number;
  step: number;
  name: number;
  card: number;
  gap: number;
}

export interface Row {
  card: number;
  gap: number;
}

export interface Plan {
  /** A phone's felt: sizes only, for things that stand in rows. */
  narrow: boolean;
  own: Scale;
  other: Scale;
  dealer: Row;
  community: Row;
  bonus: Row;
  /** How far in and up the rail is rounded at the players' side. */
  bow: { across: number; up: number };
  /** Places; none of them on a narrow felt. */
  boxes: Record<number, Area>;
  dealerSide: Area[];
  shoe: Area;
  /** What is free for the results of who looks, null where too little is. */
  results: Area | null;
  /** Where they may lie for a while instead: over the dealer's side, clear of the boxes of who looks. */
  over: Area;
}

export const NARROW = 700;
export const NAME = 14;
export const WHO = 26;
export const GAP = 6;
export const RACK = { width: 310, height: 27 };
export const WORDS = { most: 400, share: 0.36, height: 24 };
export const BONUS = { away: 32, pad: 8, label: 18 };
const SHOE = { width: 92, height: 66, away: 18 };
const EDGE = 20;
const TAG = 136; // a name and how the round went for it
const BOTTOM = 12;
const BOW = { across: 0.36, up: 0.26 };
const ARC = 0.14;
const RESULTS = { top: 12, edge: 16, most: 360, least: 200, low: 140, high: 400, share: 0.74 };
const NOWHERE: Area = { left: 0, top: 0, width: 0, height: 0 };

const high = (card: number): number => card * 1.4;

/** How wide cards in a row are. */
export const across = ({ card, gap }: Row, cards: number): number => cards * card + Math.max(0, cards - 1) * gap;

export function overlap(one: Area, other: Area): boolean {
  const beside = one.left + one.width <= other.left || other.left + other.width <= one.left;
  const above = one.top + one.height <= other.top || other.top + other.height <= one.top;
  return !beside && !above;
}

/** The largest plan that fits. */
export function planFor(needs: Needs): Plan {
  const made = needs.width > NARROW ? wide : narrow;
  // However much room there is across, the felt is not filled with a few huge cards.
  for (let size = Math.min(1.7, needs.height / 500); size > 0.5; size -= 0.02) {
    const plan = made(needs, size);
    if (plan) return plan;
  }
  return made(needs, 0.5, true)!;
}

function ownScale({ cards }: Needs, spot: number, card: number): Scale {
  return { spot, step: spot + NAME, name: NAME, card, gap: cards.box > 4 ? -0.16 * card : 4 };
}

function otherScale(spot: number, card: number): Scale {
  return { spot, step: spot * 1.12, name: 0, card, gap: -0.54 * card };
}

/** How wide and how high a box is with its spots, its cards and who sits there. */
function sizeOf(scale: Scale, { reach, cards }: Needs): { width: number; height: number } {
  const spots = 2 * reach * scale.step + scale.spot + 2 * scale.name;
  const height = ROWS * scale.step + GAP + high(scale.card) + GAP + WHO;
  return { width: Math.max(spots, across(scale, cards.box)), height };
}

function wide(needs: Needs, size: number, anyhow = false): Plan | null {
  const { width, height, cards } = needs;
  const own = cards.community ? ownScale(needs, 47 * size, 66 * size) : ownScale(needs, 56 * size, 80 * size);
  const dealerCard = (cards.community ? 56 : 74) * size;
  const plan: Plan = {
    narrow: false,
    own,
    other: otherScale(0, 0),
    dealer: { card: dealerCard, gap: cards.dealer > 4 ? -0.2 * dealerCard : 4 },
    community: { card: dealerCard, gap: 4 },
    bonus: bonusRow(dealerCard),
    bow: { across: BOW.across * width, up: BOW.up * height },
    boxes: {},
    dealerSide: [],
    shoe: NOWHERE,
    results: null,
    over: NOWHERE,
  };
  plan.dealerSide = dealerSide(needs, plan);
  plan.shoe = shoeOf(plan.dealerSide);
  const fits = seat(needs, plan, size);
  plan.results = resultsOf(needs, plan);
  plan.over = upperSide(needs, needs.mine.map((own) => plan.boxes[own]!));
  return fits || anyhow ? plan : null;
}

/** The rack, the dealer's cards, what they make, the community cards and the bonus box. */
function dealerSide({ width, cards }: Needs, { dealer, community, bonus }: Plan): Area[] {
  const middle = (wide: number, top: number, height: number): Area => ({
    left: (width - wide) / 2,
    top,
    width: wide,
    height,
  });
  const top = RACK.height + GAP;
  const hand = middle(across(dealer, cards.dealer), top, high(dealer.card));
  const words = middle(Math.min(WORDS.most, WORDS.share * width), hand.top + hand.height, WORDS.height);
  const areas = [middle(RACK.width, 0, RACK.height), hand, words];
  if (cards.community) {
    areas.push(middle(across(community, cards.community), words.top + words.height, high(community.card)));
  }
  if (cards.bonus) {
    areas.push({
      left: hand.left + hand.width + BONUS.away,
      top,
      width: across(bonus, cards.bonus) + 2 * BONUS.pad,
      height: hand.height,
    });
  }
  return areas;
}

/** The bonus box is as high as the dealer's cards, its name with it. */
function bonusRow(dealerCard: number): Row {
  const card = dealerCard - BONUS.label / 1.4;
  return { card, gap: -0.4 * card };
}

function shoeOf(side: readonly Area[]): Area {
  const upper = side.filter((area) => area.top < SHOE.height);
  const right = Math.max(...upper.map((area) => area.left + area.width));
  return { left: right + SHOE.away, top: 8, width: SHOE.width, height: SHOE.height };
}

/** How far above its lowest line the rail stands at this place across. */
export function railAt(x: number, { width }: Needs, { bow }: Plan): number {
  const in_ = Math.min(1, Math.max(0, bow.across - Math.min(x, width - x)) / bow.across);
  return bow.up * (1 - Math.sqrt(1 - in_ ** 2));
}

/** Gives every box its place along the rail, seat 1 at the players' right; false where there is no room. */
function seat(needs: Needs, plan: Plan, size: number): boolean {
  const { width, seats, mine } = needs;
  const large = sizeOf(plan.own, needs);
  const others = seats - mine.length;
  const left = width - 2 * EDGE - mine.length * large.width;
  const share = others ? left / others : 0;
  for (let part = 1; part > 0.5; part -= 0.04) {
    plan.other = mine.length
      ? otherScale(32 * size * part, 46 * size * part)
      : otherScale(46 * size * part, 64 * size * part);
    if (sizeOf(plan.other, needs).width <= share - GAP) break;
  }
  const least = sizeOf(plan.other, needs);
  const small = { ...least, width: Math.max(least.width, Math.min(share - GAP, TAG)) };
  let fits = left >= 0 && (!others || small.width <= share);
  let x = EDGE + (others ? 0 : left / 2);
  for (let number = seats; number >= 1; number--) {
    const isOwn = mine.includes(number);
    const room = isOwn ? large.width : share;
    const box = isOwn ? large : small;
    const area = { ...box, left: x + (room - box.width) / 2, top: 0 };
    fits = lift(area, needs, plan) && fits;
    plan.boxes[number] = area;
    x += room;
  }
  return fits;
}

/** Lifts a box onto its place: over the rail, up the arc as far as what lies above allows. */
function lift(area: Area, needs: Needs, plan: Plan): boolean {
  const { width, height } = needs;
  const right = area.left + area.width;
  const rail = Math.max(railAt(area.left, needs, plan), railAt(right, needs, plan));
  const arc = ((area.left + right) / width - 1) ** 2 * ARC * height;
  const over = [...plan.dealerSide, plan.shoe].filter(
    (one) => one.left < right && one.left + one.width > area.left,
  );
  const ceiling = Math.max(GAP, ...over.map((one) => one.top + one.height + GAP));
  const lowest = height - BOTTOM - rail - area.height;
  area.top = Math.max(Math.min(ceiling, lowest), Math.min(lowest, height - BOTTOM - arc - area.height));
  return lowest >= ceiling;
}

/** What lies below the spots of another's box: cards and who sits there, or what is pressed to sit down. */
export function footOf(box: Area, { other }: Plan): Area {
  const spots = ROWS * other.step;
  return { ...box, top: box.top + spots, height: box.height - spots };
}

/** The larger of what is free to the left and to the right of the dealer, clear of one's own boxes and others' cards. */
function resultsOf(needs: Needs, plan: Plan): Area | null {
  const boxes = Object.entries(plan.boxes).map(([number, box]) =>
    needs.mine.includes(Number(number)) ? box : footOf(box, plan),
  );
  const best = upperSide(needs, [...plan.dealerSide, ...boxes]);
  return best.height < RESULTS.low ? null : best;
}

/** The largest area down from the upper left or the upper right corner that leaves free what is taken. */
function upperSide(needs: Needs, taken: readonly Area[]): Area {
  let best = NOWHERE;
  for (let width = RESULTS.most; width >= RESULTS.least; width -= 10) {
    for (const left of [RESULTS.edge, needs.width - RESULTS.edge - width]) {
      const under = taken.filter((one) => one.left - GAP < left + width && one.left + one.width + GAP > left);
      const floor = Math.min(needs.height * RESULTS.share, RESULTS.top + RESULTS.high, ...under.map((one) => one.top - GAP));
      const height = Math.max(0, floor - RESULTS.top);
      if (width * height > best.width * best.height) best = { left, top: RESULTS.top, width, height };
    }
  }
  return best;
}

const HELP = 68;
const OVER = 8; // from the felt's edges
const SMALL = { card: 28, gap: -15, who: 30 };
const LEAST_SPOT = 44;

function narrow(needs: Needs, size: number, anyhow = false): Plan | null {
  const { width, height, cards } = needs;
  const own = ownScale(needs, Math.max(LEAST_SPOT, 56 * size), 66 * size);
  const free = width - 2 * HELP;
  const dealerCard = Math.min(58 * size, cards.dealer > 4 ? free / (1 + 0.66 * (cards.dealer - 1)) : free);
  const dealer = { card: dealerCard, gap: cards.dealer > 4 ? -0.34 * dealerCard : 4 };
  const community = { card: Math.min(58 * size, (width - 40) / Math.max(1, cards.community)), gap: 4 };
  const box = sizeOf(own, needs);
  const rows = [
    high(dealer.card) + WORDS.height,
    cards.community ? high(community.card) : 0,
    high(SMALL.card) + SMALL.who,
    needs.mine.length ? box.height : high(SMALL.card),
  ];
  const fits = rows.reduce((sum, row) => sum + row, 8 + 5 * GAP) <= height && box.width <= width - GAP;
  if (!fits && !anyhow) return null;
  return {
    narrow: true,
    own,
    other: { ...otherScale(LEAST_SPOT / 2, SMALL.card), gap: SMALL.gap },
    dealer,
    community,
    bonus: { card: SMALL.card, gap: -8 },
    bow: { across: 0, up: 0 },
    boxes: {},
    dealerSide: [],
    shoe: NOWHERE,
    results: null,
    over: { left: OVER, top: OVER, width: free + HELP - 2 * OVER, height: height - box.height - GAP - 2 * OVER },
  };
}
