/** Where the spots of a box lie, in steps from spot to spot: x from the middle of the box, y from the dealer's side. */

export type At = readonly [x: number, y: number];

const LAYOUTS: Record<string, Record<string, At>> = {
  'three-card-poker': {
    pair_plus: [0, 0],
    ante: [0, 1],
    play: [0, 2],
    six_card_bonus: [-1.2, 0.5],
    progressive: [1.2, 0.5],
  },
  'four-card-poker': {
    aces_up: [0, 0],
    ante: [0, 1],
    play: [0, 2],
    six_card_bonus: [-1.2, 0.5],
    progressive: [1.2, 0.5],
    cover_all: [-1.2, 0.5],
  },
  'ultimate-texas-holdem': {
    trips: [0, 0],
    ante: [-0.62, 1],
    blind: [0.62, 1],
    play: [0, 2],
    ultimate_pairs: [-1.24, 0],
    progressive: [1.24, 0],
    bad_beat: [-1.24, 2],
    six_card_bonus: [1.24, 2],
    play_the_board: [-1.78, 1],
  },
};

/** How many rows of spots a box has. */
export const ROWS = 3;

/** Where each of these wagers' spots lies; one that the layout does not know goes down the right-hand side. */
export function placesOf(game: string, wagers: readonly string[]): Record<string, At> {
  const known = LAYOUTS[game] ?? {};
  let others = 0;
  return Object.fromEntries(wagers.map((wager): [string, At] => [wager, known[wager] ?? [2.3, others++]]));
}

/** How far the spots reach from the middle of the box, in steps. */
export function reachOf(places: Record<string, At>): number {
  return Math.max(0, ...Object.values(places).map(([x]) => Math.abs(x)));
}
