/** The order in which the house shows its games, the quickest to learn first. */

const GAMES = ['three-card-poker', 'four-card-poker', 'ultimate-texas-holdem'];

/** Tables or rulebooks by game, then as they come. */
export function byGame<Thing extends { game: string }>(things: readonly Thing[]): Thing[] {
  const place = ({ game }: Thing): number => (GAMES.includes(game) ? GAMES.indexOf(game) : GAMES.length);
  return [...things].sort((one, other) => place(one) - place(other));
}
