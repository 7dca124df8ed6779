/** The four suits as outlines around the origin, 92 units high, and where the pips of a card lie. */
import type { Suit } from '../lib/cards';

export const SUIT_PATHS: Record<Suit, string> = {
  h: 'M0 44C-8 30-45 10-45-16C-45-33-33-43-21-43C-11-43-4-37 0-28C4-37 11-43 21-43C33-43 45-33 45-16C45 10 8 30 0 44Z',
  d: 'M0-47C10-29 22-13 37 0C22 13 10 29 0 47C-10 29-22 13-37 0C-22-13-10-29 0-47Z',
  s: 'M0-46C8-31 43-10 43 15C43 29 33 37 22 37C14 37 7 33 4 26C5 35 9 41 16 46L-16 46C-9 41-5 35-4 26C-7 33-14 37-22 37C-33 37-43 29-43 15C-43-10-8-31 0-46Z',
  c: 'M0-46A20.500 20.500 0 0 1 13-10A20.500 20.500 0 1 1 4 22C5 33 9 41 16 46L-16 46C-9 41-5 33-4 22A20.500 20.500 0 1 1-13-10A20.500 20.500 0 0 1 0-46Z',
};

const LEFT = 78;
const MIDDLE = 125;
const RIGHT = 172;
const TOP = 74;
const BOTTOM = 276;
const CENTRE = 175;
const at = (part: number): number => TOP + (BOTTOM - TOP) * part;

const pair = (height: number): [number, number][] => [
  [LEFT, height],
  [RIGHT, height],
];

/** Where the pips lie on a face 250 wide and 350 high; those below the centre stand on their heads. */
export const PIPS: Record<string, readonly [number, number][]> = {
  '2': [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  '3': [
    [MIDDLE, TOP],
    [MIDDLE, CENTRE],
    [MIDDLE, BOTTOM],
  ],
  '4': [...pair(TOP), ...pair(BOTTOM)],
  '5': [...pair(TOP), [MIDDLE, CENTRE], ...pair(BOTTOM)],
  '6': [...pair(TOP), ...pair(CENTRE), ...pair(BOTTOM)],
  '7': [...pair(TOP), [MIDDLE, at(0.25)], ...pair(CENTRE), ...pair(BOTTOM)],
  '8': [...pair(TOP), [MIDDLE, at(0.25)], ...pair(CENTRE), [MIDDLE, at(0.75)], ...pair(BOTTOM)],
  '9': [...pair(TOP), ...pair(at(1 / 3)), [MIDDLE, CENTRE], ...pair(at(2 / 3)), ...pair(BOTTOM)],
  T: [...pair(TOP), [MIDDLE, at(1 / 6)], ...pair(at(1 / 3)), ...pair(at(2 / 3)), [MIDDLE, at(5 / 6)], ...pair(BOTTOM)],
};
