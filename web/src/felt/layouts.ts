/** Where the spots of a box lie, in spot widths: x from the middle of the box, y downwards from the dealer's side. */

export type At = readonly [x: number, y: number];

const LAYOUTS: Record<string, Record<string, At>> = {
  'three-card-poker': {
    pair_plus: [0, 0],
    ante: [0, 1.08],
    play: [0, 2.16],
    six_card_bonus: [-1.26, 0.54],
    progressive: [1.26, 0.54],
  },
  'four-card-poker': {
    aces_up: [0, 0],
    ante: [0, 1.08],
    play: [0, 2.16],
    six_card_bonus: [-1.26, 0.54],
    progressive: [1.26, 0.54],
    cover_all: [-1.26, 0.54],
  },
  'ultimate-texas-holdem': {
    trips: [0, 0],
    ante: [-0.78, 1.08],
    blind: [0.78, 1.08],
    play: [0, 2.16],
    ultimate_pairs: [-1.4, 0],
    progressive: [1.4, 0],
    bad_beat: [-1.4, 2.16],
    six_card_bonus: [1.4, 2.16],
    play_the_board: [-2.05, 1.08],
  },
};

/** How many rows of spots a box has. */
export const ROWS = 3.16;

/** Where each of these wagers' spots lies; one that the layout does not know goes down the right-hand side. */
export function placesOf(game: string, wagers: readonly string[]): Record<string, At> {
  const known = LAYOUTS[game] ?? {};
  let others = 0;
  return Object.fromEntries(wagers.map((wager): [string, At] => [wager, known[wager] ?? [2.0, 1.08 * others++]]));
}

/** How wide the box is in spot widths. */
export function widthOf(places: Record<string, At>): number {
  const reach = Object.values(places).map(([x]) => Math.abs(x));
  return 2 * Math.max(0.5, ...reach) + 1;
}
