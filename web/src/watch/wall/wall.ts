/** Which tables are on the wall: kept in the address, so that a wall can be passed on and comes back. */

export const SIZES = [1, 2, 4] as const;
export type WallSize = (typeof SIZES)[number];

/** How many screens the address asks for; two unless it says. */
export function sizeOf(query: URLSearchParams): WallSize {
  const asked = Number(query.get('screens') ?? 2);
  return SIZES.find((size) => size === asked) ?? 2;
}

/** The table on each screen: those that the address names, then others of the house that are open. */
export function shownOn(query: URLSearchParams, size: WallSize, open: readonly string[]): string[] {
  const named = query.has('tables') ? (query.get('tables') ?? '').split(',') : [];
  const kept = named.slice(0, size).map((table) => (open.includes(table) || !open.length ? table : ''));
  const others = open.filter((table) => !kept.includes(table));
  while (kept.length < size) kept.push(query.has('tables') && kept.length < named.length ? '' : (others.shift() ?? ''));
  return kept;
}

/** The address of a wall. */
export function addressOf(query: URLSearchParams, size: WallSize, shown: readonly string[]): string {
  const wanted = new URLSearchParams(query);
  wanted.set('screens', String(size));
  wanted.set('tables', shown.join(','));
  return `/watch?${wanted}`;
}
