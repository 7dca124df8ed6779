/** What has to find its place on a felt, how large it is, and what a plan of it says; in pixels from the upper left corner. */
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
  /** The one of them that has the room where there is little; the first unless told. */
  front?: number;
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
  /** Whether the cards lie beside the spots, rather than below them. */
  beside?: boolean;
}

export interface Row {
  card: number;
  gap: number;
}

/** The dealer's side: the rack, the dealer's cards, what they make, the community cards, the bonus box. */
export interface DealerSide {
  rack: Area | null;
  hand: Area;
  words: Area;
  community: Area | null;
  bonus: Area | null;
}

export interface Plan {
  /** A phone's felt: the others are a row of small hands, one's own box has the lower half. */
  narrow: boolean;
  own: Scale;
  other: Scale;
  dealer: Row;
  community: Row;
  bonus: Row;
  /** How far in and up the rail is rounded at the players' side. */
  bow: { across: number; up: number };
  boxes: Record<number, Area>;
  side: DealerSide;
  shoe: Area;
  /** What is free for the results of who looks, null where too little is. */
  results: Area | null;
  /** What is free on the other side, for what is printed on the felt, null where too little is. */
  print: Area | null;
}

export const BESIDE = 10; // between spots and the cards beside them
export const NAME = 14;
export const SEEN = 14; // smaller spots tell nothing and are left out
export const SUMMED = 28; // a smaller spot has room for its chips alone
export const NAMED = 36; // so large a spot has its name
export const WHO = 26;
export const GAP = 6;
export const RACK = { width: 310, height: 27 };
export const WORDS = { most: 400, share: 0.36, height: 24 };
export const BONUS = { away: 32, pad: 8, label: 18 };
export const NOWHERE: Area = { left: 0, top: 0, width: 0, height: 0 };

export const high = (card: number): number => card * 1.4;

/** In the middle of so much room across. */
export const middle = (room: number, width: number, top: number, height: number): Area => ({
  left: (room - width) / 2,
  top,
  width,
  height,
});

/** How wide cards in a row are. */
export const across = ({ card, gap }: Row, cards: number): number => cards * card + Math.max(0, cards - 1) * gap;

/** What lies on the dealer's side, in one list. */
export const thingsOf = (side: DealerSide): Area[] => Object.values(side).filter((one): one is Area => one !== null);

export function overlap(one: Area, other: Area): boolean {
  const beside = one.left + one.width <= other.left || other.left + other.width <= one.left;
  const above = one.top + one.height <= other.top || other.top + other.height <= one.top;
  return !beside && !above;
}

export function ownScale({ cards }: Needs, spot: number, card: number): Scale {
  return { spot, step: spot + NAME, name: NAME, card, gap: cards.box > 4 ? -0.16 * card : 4 };
}

/** The box of somebody else; its spots have names where these can be read. */
export function otherScale(spot: number, card: number): Scale {
  const name = spot >= NAMED ? NAME : 0;
  return { spot, step: name ? spot + name : spot * 1.12, name, card, gap: -0.54 * card };
}

/** How wide the spots of a box are together, their names with them. */
export const spotsAcross = ({ step, spot, name }: Scale, reach: number): number => 2 * reach * step + spot + 2 * name;

/** How wide and how high a box is with its spots, its cards and who sits there. */
export function sizeOf(scale: Scale, { reach, cards }: Needs): { width: number; height: number } {
  const spots = spotsAcross(scale, reach);
  const [down, hand] = [ROWS * scale.step, across(scale, cards.box)];
  if (scale.beside) return { width: spots + BESIDE + hand, height: Math.max(down, high(scale.card)) + GAP + WHO };
  return { width: Math.max(spots, hand), height: down + GAP + high(scale.card) + GAP + WHO };
}
