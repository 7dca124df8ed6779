/** Rounds as a bundle to be checked elsewhere. */

export interface ChosenRound {
  table: string;
  round: number;
}

/** As many as one bundle takes. */
export const MOST_ROUNDS = 50;

/** The address of a bundle of these rounds, each once. */
export function bundleOf(rounds: readonly ChosenRound[]): string {
  const named = [...new Set(rounds.map(({ table, round }) => `${table}.${round}`))];
  return `/api/watch/bundle?${new URLSearchParams({ rounds: named.join(',') })}`;
}
