/** Where everything lies on a felt of a given size, so that nothing overlaps: the largest plan that fits. */
import {
  across,
  BONUS,
  GAP,
  high,
  middle,
  NOWHERE,
  otherScale,
  ownScale,
  RACK,
  sizeOf,
  thingsOf,
  WORDS,
  type Area,
  type DealerSide,
  type Needs,
  type Plan,
  type Row,
} from './areas';
import { lookedAt, smallPlan } from './smallPlan';

export const NARROW = 770;
export const LOW = 330;
/** Up to this width a felt that is higher than wide, such as a tablet's held upright, is laid out as a phone's. */
export const UPRIGHT = 960;
const SHOE = { width: 92, height: 66, away: 18 };
const RISE = 10; // what a card that rises needs above it
const EDGE = 20;
const TAG = 136; // a name and how the round went for it
const EMPTY = { most: 84, least: 46, height: 34 }; // a seat to sit down at
const BOTTOM = 12;
const BOW = { across: 0.36, up: 0.26 };
const ARC = 0.14;
const COLUMN = 260; // what a printed paytable fills across
const RESULTS = { top: 12, edge: 16, most: 360, least: 200, low: 140, high: 440, share: 0.84 };

/** The largest plan that fits. */
export function planFor(needs: Needs): Plan {
  const upright = needs.width < needs.height && needs.width <= UPRIGHT;
  const small = needs.width <= NARROW || needs.height < LOW || upright;
  // However much room there is across, the felt is not filled with a few huge cards; who looks on sees boxes first.
  const largest = Math.min(1.7, needs.height / (small ? 360 : 500));
  const watched = small && !needs.mine.length && needs.taken.length ? lookedAt(needs, largest) : null;
  if (watched) return watched;
  for (let size = largest; size > 0.5; size -= 0.02) {
    const plan = small ? smallPlan(needs, size) : wide(needs, size);
    if (plan) return plan;
  }
  return (small ? smallPlan : wide)(needs, 0.5, true)!;
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
    side: { rack: null, hand: NOWHERE, words: NOWHERE, community: null, bonus: null },
    shoe: NOWHERE,
    results: null,
    print: null,
  };
  plan.side = dealerSide(needs, plan);
  plan.shoe = shoeOf(thingsOf(plan.side));
  if (!seat(needs, plan, size) && !anyhow) return null;
  const things = [...thingsOf(plan.side), plan.shoe, ...Object.values(plan.boxes)];
  const roomy = (area: Area): Area | null => (area.height >= RESULTS.low ? area : null);
  const free = freeAt(needs, things, ({ width, height }) => width * height);
  plan.results = roomy(free);
  // Paytables are columns: they want height before width.
  plan.print = roomy(freeAt(needs, [...things, free], ({ width, height }) => Math.min(width, COLUMN) * height ** 2));
  return plan;
}

function dealerSide({ width, cards }: Needs, { dealer, community, bonus }: Plan): DealerSide {
  const top = RACK.height + RISE;
  const hand = middle(width, across(dealer, cards.dealer), top, high(dealer.card));
  const words = middle(width, Math.min(WORDS.most, WORDS.share * width), hand.top + hand.height, WORDS.height);
  const bonusBox = { top, width: across(bonus, cards.bonus) + 2 * BONUS.pad, height: hand.height };
  return {
    rack: middle(width, RACK.width, 0, RACK.height),
    hand,
    words,
    community: cards.community
      ? middle(width, across(community, cards.community), words.top + words.height + 4, high(community.card))
      : null,
    bonus: cards.bonus ? { left: hand.left + hand.width + BONUS.away, ...bonusBox } : null,
  };
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
  const share = Math.min(needs.mine.length ? TAG + GAP : Infinity, ...shares);
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
  const over = [...thingsOf(plan.side), plan.shoe].filter(
    (one) => one.left < right && one.left + one.width > area.left,
  );
  const ceiling = Math.max(GAP, ...over.map((one) => one.top + one.height + GAP));
  const lowest = height - BOTTOM - rail - area.height;
  area.top = Math.max(Math.min(ceiling, lowest), Math.min(lowest, height - BOTTOM - arc - area.height));
  return lowest >= ceiling;
}

/** The best area, by its worth, at the left or the right side that leaves free what is taken. */
function freeAt(needs: Needs, taken: readonly Area[], worth: (area: Area) => number): Area {
  const floor = { ...NOWHERE, top: needs.height * RESULTS.share + GAP };
  let best = NOWHERE;
  for (let width = RESULTS.most; width >= RESULTS.least; width -= 10) {
    for (const left of [RESULTS.edge, needs.width - RESULTS.edge - width]) {
      const under = taken.filter((one) => one.left - GAP < left + width && one.left + one.width + GAP > left);
      let top = RESULTS.top;
      for (const one of [...under.toSorted((a, b) => a.top - b.top), floor]) {
        const area = { left, top, width, height: Math.min(RESULTS.high, Math.max(0, one.top - GAP - top)) };
        if (worth(area) > worth(best)) best = area;
        top = Math.max(top, one.top + one.height + GAP);
      }
    }
  }
  return best;
}
