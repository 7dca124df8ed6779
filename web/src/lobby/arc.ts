/** Where the boxes of a table lie on its arc, box 1 at the players' right. */

import type { TableCard } from '../lib/api';

export interface Place {
  seat: number;
  x: number;
  y: number;
}

/** The boxes of a table on an arc in a picture 240 wide and 48 high, the middle ones lowest. */
export function placesOf(seats: number): Place[] {
  return Array.from({ length: seats }, (_, at) => {
    const x = seats === 1 ? 0 : 1 - (2 * at) / (seats - 1);
    return { seat: at + 1, x: 120 + 104 * x, y: 36 - 24 * x ** 2 };
  });
}

/** The boxes of a table with who sits in each, "" for nobody. */
export function seatedAt({ seats, players }: Pick<TableCard, 'seats' | 'players'>): (Place & { player: string })[] {
  return placesOf(seats).map((place) => ({ ...place, player: players[place.seat] ?? '' }));
}
