/** Where everything lies on a small felt: a phone's, held either way, or that of a short or crowded window. */
import {
  across,
  BONUS,
  GAP,
  high,
  middle,
  NAMED,
  NOWHERE,
  otherScale,
  sizeOf,
  SUMMED,
  thingsOf,
  type Area,
  type DealerSide,
  type Needs,
  type Plan,
  type Row,
  type Scale,
} from './areas';

const EDGE = 4;
const TOP = 10;
const WORDS = 22;
const RISE = 6; // what a card that rises needs above it
const HELP = 60; // the corner that the button for help has
/** How small a box may be: first as a thumb likes it, then as small as it has to be. */
const LEAST = { spot: 38, card: 36, name: 11 };
const TINY = { spot: 31, card: 30, name: 10 };
const SMALL = { least: 20, most: 28 };
const LOOKED_AT = { spot: 46, card: 64 }; // the most that a box has for who looks on
/** How large spots should be for who looks on: with their names, else with their sums. */
const READ = [NAMED, SUMMED] as const;
const SEATS = { who: 27, empty: 24, free: 44, low: 30 };
const LOW = 400; // a felt as low as a phone's held sideways
const PRINT = { least: 58, most: 96 };

/** How things may be arranged where there is little room: the first that fits is taken. */
const WAYS = [
  { beside: false, inRow: false },
  { beside: true, inRow: false },
  { beside: false, inRow: true },
  { beside: true, inRow: true },
] as const;
type Way = (typeof WAYS)[number];

/** The plan at this size, null where nothing of the kind fits; `anyhow` it is made as small as it has to be. */
export function smallPlan(needs: Needs, size: number, anyhow = false): Plan | null {
  for (const least of anyhow ? [LEAST, TINY] : [LEAST]) {
    for (const way of WAYS) {
      const plan = arranged(needs, size, way, least);
      if (plan) return plan;
    }
  }
  return anyhow ? arranged(needs, size, WAYS[0], TINY, true) : null;
}

/** The largest plan in which who looks on can read the boxes' spots, else the one that has them largest: for these the
 * dealer's side takes less room. */
export function lookedAt(needs: Needs, most: number): Plan | null {
  const plans: Plan[] = [];
  for (let size = Math.min(most, 1); size > 0.5; size -= 0.02)
    plans.push(...WAYS.flatMap((way) => arranged(needs, size, way, LEAST) ?? []));
  for (const spot of READ) {
    const found = plans.find((plan) => plan.other.spot >= spot);
    if (found) return found;
  }
  return plans.reduce((best, plan) => (plan.other.spot > best.other.spot ? plan : best), plans[0]!) ?? null;
}

function arranged(needs: Needs, size: number, way: Way, least: typeof LEAST, anyhow = false): Plan | null {
  const { width, height, cards, mine } = needs;
  const front = needs.front || mine[0] || 0;
  const own = ownScale(needs, size, way, least);
  const dealer = dealerRow(needs, size);
  const community = { card: Math.min(58 * size, (width - 40) / Math.max(1, cards.community)), gap: 4 };
  const small = Math.max(SMALL.least, Math.min(SMALL.most, 34 * size));
  const bonus = { card: Math.min(small, dealer.card), gap: -0.3 * small };
  const side = sideOf(needs, dealer, community, bonus, way.inRow);
  const box = front ? sizeOf(own, needs) : NOWHERE;
  const seatsTop = Math.max(...thingsOf(side).map((one) => one.top + one.height)) + GAP;
  const others = Array.from({ length: needs.seats }, (_, place) => needs.seats - place).filter((one) => one !== front);
  const foot = height - box.height - (front ? GAP : 0);
  const seats = front ? row(needs, others, seatsTop, small) : rows(needs, others, seatsTop, foot - GAP);
  const seatsEnd = Math.max(seatsTop, ...Object.values(seats).map((one) => one.top + one.height));
  const inside = thingsOf(side).every((one) => one.left >= EDGE && one.left + one.width <= width - EDGE);
  const fits = inside && seatsEnd <= foot && box.width <= width - 2 * EDGE;
  if (!fits && !anyhow) return null;
  const boxes = front
    ? { ...seats, [front]: middle(width, width - 2 * EDGE, height - box.height - 2, box.height) }
    : seats;
  const room = foot - seatsEnd;
  const print =
    front && room >= PRINT.least ? { left: 0, width, top: seatsEnd, height: Math.min(room, PRINT.most) } : null;
  return {
    narrow: true,
    own,
    other: front ? otherScale(0, small) : scaleIn(needs, seats[needs.taken[0] ?? 1] ?? NOWHERE),
    dealer,
    community,
    bonus,
    bow: { across: 0, up: 0 },
    boxes,
    side,
    shoe: { left: width - HELP, top: 0, width: 40, height: 40 },
    results: null,
    print,
  };
}

function ownScale({ cards }: Needs, size: number, { beside }: Way, least: typeof LEAST): Scale {
  const spot = Math.max(least.spot, 56 * size);
  const card = Math.max(least.card, 66 * size);
  return { spot, step: spot + least.name, name: least.name, card, gap: cards.box > 3 ? -0.2 * card : 4, beside };
}

function dealerRow({ width, cards }: Needs, size: number): Row {
  const free = width - 2 * HELP;
  if (cards.dealer > 4) {
    const card = Math.min(58 * size, free / (1 + 0.66 * (cards.dealer - 1)));
    return { card, gap: -0.34 * card };
  }
  return { card: Math.min(58 * size, (free - 4 * (cards.dealer - 1)) / cards.dealer), gap: 4 };
}

/** The dealer's cards with the bonus box before them, and the community cards below or, in a row, behind them. */
function sideOf({ width, cards }: Needs, dealer: Row, community: Row, bonus: Row, inRow: boolean): DealerSide {
  const [hand, board] = [across(dealer, cards.dealer), across(community, cards.community)];
  const bonusBox = { width: across(bonus, cards.bonus) + 2 * BONUS.pad, height: high(bonus.card) + BONUS.label };
  const tall = Math.max(
    high(dealer.card),
    cards.bonus ? bonusBox.height : 0,
    inRow && board ? high(community.card) : 0,
  );
  const left =
    inRow && board
      ? (width - HELP - hand - board - 2 * GAP) / 2 + (cards.bonus ? bonusBox.width / 2 : 0)
      : (width - hand) / 2;
  const words = middle(width, Math.min(width - 2 * EDGE, 340), TOP + tall, WORDS);
  const boardAt = inRow
    ? { left: left + hand + 3 * GAP, top: TOP }
    : { left: (width - board) / 2, top: TOP + tall + WORDS + RISE };
  return {
    rack: null,
    hand: { left, top: TOP, width: hand, height: high(dealer.card) },
    words,
    community: cards.community ? { ...boardAt, width: board, height: high(community.card) } : null,
    bonus: cards.bonus ? { left: left - GAP - bonusBox.width, top: TOP, ...bonusBox } : null,
  };
}

/** The others in one row of small hands, or where nobody else sits of names. */
function row({ width, taken }: Needs, others: readonly number[], top: number, card: number): Record<number, Area> {
  const anybody = others.some((one) => taken.includes(one));
  const height = anybody ? high(card) + SEATS.who : SEATS.empty;
  return inLine(width, others, top, others.length, height);
}

function inLine(
  width: number,
  seats: readonly number[],
  top: number,
  places: number,
  height: number,
): Record<number, Area> {
  const share = Math.floor((width - 2 * EDGE) / Math.max(1, places));
  const left = Math.floor((width - share * seats.length) / 2);
  return Object.fromEntries(seats.map((one, at) => [one, { left: left + at * share, top, width: share, height }]));
}

/** For who only looks on: the boxes have the room, in a row or two, and the empty seats a row above them. */
function rows(needs: Needs, seats: readonly number[], top: number, foot: number): Record<number, Area> {
  const taken = seats.filter((one) => needs.taken.includes(one));
  const empty = seats.filter((one) => !taken.includes(one));
  if (!taken.length) return inRows(needs.width, empty, top, foot, 2);
  const free = needs.height < LOW ? SEATS.low : SEATS.free;
  const line = empty.length ? inLine(needs.width, empty, top, empty.length, free) : {};
  const from = empty.length ? top + free + GAP : top;
  const [one, two] = [1, 2].map((lines) => inRows(needs.width, taken, from, foot, lines));
  const [first, second] = [one!, two!].map((boxes) => scaleIn(needs, boxes[taken[0]!]!));
  const larger = second!.spot - first!.spot || second!.card - first!.card; // chips count before cards
  return { ...line, ...(larger > 0 ? two : one) };
}

function inRows(
  width: number,
  seats: readonly number[],
  top: number,
  foot: number,
  most: number,
): Record<number, Area> {
  const least = high(SMALL.least) + SEATS.who;
  const lines = foot - top >= most * (least + GAP) - GAP ? most : 1;
  const each = Math.ceil(seats.length / lines);
  const height = Math.max(least, Math.floor((foot - top - (lines - 1) * GAP) / lines));
  return {
    ...inLine(width, seats.slice(0, each), top, each, height),
    ...inLine(width, seats.slice(each), top + height + GAP, each, height),
  };
}

/** As large as a box's area allows, spots and all; the cards beside the spots where these are larger so. */
function scaleIn(needs: Needs, { width, height }: Area): Scale {
  for (let size = 1; size > 0.3; size -= 0.02) {
    for (const beside of [false, true]) {
      const scale = { ...otherScale(LOOKED_AT.spot * size, LOOKED_AT.card * size), beside };
      const box = sizeOf(scale, needs);
      if (box.width <= width - 2 * EDGE && box.height <= height) return scale;
    }
  }
  const { box } = needs.cards;
  return otherScale(
    0,
    Math.min(SMALL.most + 8, (width - 2 * EDGE) / (1 + 0.46 * (box - 1)), (height - SEATS.who) / 1.4),
  );
}
