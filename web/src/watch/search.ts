/** What is looked for in the timeline: kept in the address, so that a search can be passed on and comes back. */

/** What the form asks for, by the names in the address; amounts in dollars and times of this browser's clock there. */
export const FIELDS = ['group', 'table', 'person', 'wager', 'least', 'since', 'until'] as const;
export type Field = (typeof FIELDS)[number];
export type Search = Partial<Record<Field, string>>;

/** What the address looks for. */
export function searchOf(query: URLSearchParams): Search {
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? '']).filter(([, value]) => value));
}

/** The address that looks for something else, all else on the page as it is. */
export function addressFor(query: URLSearchParams, search: Search): string {
  const wanted = new URLSearchParams(query);
  for (const field of FIELDS) {
    const value = search[field]?.trim();
    if (value) wanted.set(field, value);
    else wanted.delete(field);
  }
  return `/watch${wanted.size ? `?${wanted}` : ''}`;
}

/** What the server is asked; what cannot be read is left out, as a browser leaves out half a date. */
export function askedOf(search: Search): URLSearchParams {
  const asked = new URLSearchParams();
  for (const field of ['group', 'table', 'person', 'wager'] as const) {
    if (search[field]) asked.set(field, search[field]);
  }
  const least = Number(search.least ?? NaN);
  if (search.least && least >= 0) asked.set('least_cents', String(Math.round(least * 100)));
  for (const [field, name] of [
    ['since', 'since_ms'],
    ['until', 'until_ms'],
  ] as const) {
    const at = search[field] ? new Date(search[field]).getTime() : NaN;
    // A minute that was chosen as the last one counts to its end.
    if (!Number.isNaN(at)) asked.set(name, String(field === 'until' ? at + 59_999 : at));
  }
  return asked;
}
