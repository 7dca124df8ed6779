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
  /** The boxes of who looks, drawn large and in the middle. */
  mine: readonly number[];
  /** The seats with somebody in them; the others are only a name to sit down at. */
  taken: readonly number[];
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
  /** What is free on the other side, for what is printed on the felt, null where too little is. */
  print: Area | null;
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
const EMPTY = { most: 84, least: 46, height: 34 }; // a seat to sit down at
const BOTTOM = 12;
const BOW = { across: 0.36, up: 0.26 };
const ARC = 0.14;
const RESULTS = { top: 12, edge: 16, most: 360, least: 200, low: 140, high: 440, share: 0.84 };
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
    print: null,
    over: NOWHERE,
  };
  plan.dealerSide = dealerSide(needs, plan);
  plan.shoe = shoeOf(plan.dealerSide);
  const fits = seat(needs, plan, size);
  const free = cornersOf(needs, [...plan.dealerSide, plan.shoe, ...Object.values(plan.boxes)]);
  [plan.results = null, plan.print = null] = free.filter(({ height }) => height >= RESULTS.low);
  plan.over =
    cornersOf(
      needs,
      needs.mine.map((own) => plan.boxes[own]!),
    )[0] ?? NOWHERE;
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

interface Size {
  width: number;
  height: number;
}

/** The seats to the left and to the right of one's own boxes, from left to right; all on one side where one has none. */
function sidesOf({ seats, mine }: Needs): number[][] {
  const all = Array.from({ length: seats }, (_, place) => seats - place);
  if (!mine.length) return [all];
  return [all.filter((one) => one > Math.max(...mine)), all.filter((one) => one < Math.min(...mine))];
}

/**
 * Gives every box its place along the rail, seat 1 at the players' right; false where there is no room. One's own are in
 * the middle, unless the others need more than half of the rest on one side.
 */
function seat(needs: Needs, plan: Plan, size: number): boolean {
  const { width, mine } = needs;
  const large = sizeOf(plan.own, needs);
  const sides = sidesOf(needs);
  const rest = width - 2 * EDGE - mine.length * large.width;
  const rooms = roomsOf(needs, plan, size, sides, rest);
  const sizes = othersOf(needs, plan, size, sides, rooms);
  let fits = rest >= 0;
  let x = EDGE;
  sides.forEach((side, which) => {
    const room = rooms[which]!;
    const between = (room - side.reduce((sum, one) => sum + sizes(one).width, 0)) / Math.max(1, side.length);
    fits = fits && (!side.length || between >= 0);
    for (const one of side) {
      plan.boxes[one] = { ...sizes(one), left: x + between / 2, top: 0 };
      x += sizes(one).width + between;
    }
    if (!side.length) x += room;
    if (which) return;
    for (const one of [...mine].sort((a, b) => b - a)) {
      plan.boxes[one] = { ...large, left: x, top: 0 };
      x += large.width;
    }
  });
  for (const area of Object.values(plan.boxes)) fits = lift(area, needs, plan) && fits;
  return fits;
}

function otherSize(needs: Needs, plan: Plan, size: number, part: number): Size {
  const most = needs.mine.length ? { spot: 32, card: 46 } : { spot: 46, card: 64 };
  plan.other = otherScale(most.spot * size * part, most.card * size * part);
  return sizeOf(plan.other, needs);
}

/** How much of the rest each side has. */
function roomsOf(needs: Needs, plan: Plan, size: number, sides: readonly number[][], rest: number): number[] {
  if (sides.length === 1) return [rest];
  const box = otherSize(needs, plan, size, 1);
  const wanted = sides.map((side) =>
    side.reduce((sum, one) => sum + (needs.taken.includes(one) ? Math.max(box.width, TAG) + GAP : EMPTY.least), 0),
  );
  const [left = 0, right = 0] = wanted;
  const fair = (rest * left) / Math.max(1, left + right);
  if (left > rest / 2) return [Math.min(left, fair), rest - Math.min(left, fair)];
  if (right > rest / 2) return [rest - Math.min(right, rest - fair), Math.min(right, rest - fair)];
  return [rest / 2, rest / 2];
}

/** How large the boxes of others are, as large as the fullest side allows; an empty one only has a name. */
function othersOf(
  needs: Needs,
  plan: Plan,
  size: number,
  sides: readonly number[][],
  rooms: readonly number[],
): (seat: number) => Size {
  const isTaken = (seat: number): boolean => needs.taken.includes(seat);
  const shares = sides.flatMap((side, which) => {
    const taken = side.filter(isTaken).length;
    return taken ? [(rooms[which]! - (side.length - taken) * EMPTY.least) / taken] : [];
  });
  const share = Math.min(TAG + GAP, ...shares);
  let least = otherSize(needs, plan, size, 1);
  for (let part = 1; part > 0.5 && least.width > share - GAP; part -= 0.04) least = otherSize(needs, plan, size, part);
  const taken = { ...least, width: Math.max(least.width, Math.min(share - GAP, TAG)) };
  const left = sides.map((side, which) => {
    const full = side.filter(isTaken).length;
    return (rooms[which]! - full * taken.width) / Math.max(1, side.length - full);
  });
  const empty = { width: Math.max(EMPTY.least, Math.min(EMPTY.most, ...left)), height: EMPTY.height };
  return (seat) => (isTaken(seat) ? taken : empty);
}

/** Lifts a box onto its place: over the rail, up the arc as far as what lies above allows. */
function lift(area: Area, needs: Needs, plan: Plan): boolean {
  const { width, height } = needs;
  const right = area.left + area.width;
  const rail = Math.max(railAt(area.left, needs, plan), railAt(right, needs, plan));
  const arc = ((area.left + right) / width - 1) ** 2 * ARC * height;
  const over = [...plan.dealerSide, plan.shoe].filter((one) => one.left < right && one.left + one.width > area.left);
  const ceiling = Math.max(GAP, ...over.map((one) => one.top + one.height + GAP));
  const lowest = height - BOTTOM - rail - area.height;
  area.top = Math.max(Math.min(ceiling, lowest), Math.min(lowest, height - BOTTOM - arc - area.height));
  return lowest >= ceiling;
}

/** The largest areas down from the upper left and the upper right corner that leave free what is taken, the larger first. */
function cornersOf(needs: Needs, taken: readonly Area[]): Area[] {
  const size = ({ width, height }: Area): number => width * height;
  const best = (lefts: (width: number) => number): Area => {
    let found = NOWHERE;
    for (let width = RESULTS.most; width >= RESULTS.least; width -= 10) {
      const left = lefts(width);
      const under = taken.filter((one) => one.left - GAP < left + width && one.left + one.width + GAP > left);
      const floor = Math.min(
        needs.height * RESULTS.share,
        RESULTS.top + RESULTS.high,
        ...under.map((one) => one.top - GAP),
      );
      const area = { left, top: RESULTS.top, width, height: Math.max(0, floor - RESULTS.top) };
      if (size(area) > size(found)) found = area;
    }
    return found;
  };
  const corners = [best(() => RESULTS.edge), best((width) => needs.width - RESULTS.edge - width)];
  return corners.sort((one, other) => size(other) - size(one));
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
    print: null,
    over: { left: OVER, top: OVER, width: free + HELP - 2 * OVER, height: height - box.height - GAP - 2 * OVER },
  };
}
