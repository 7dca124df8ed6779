/** Clause ids, "md-uth:12B(1)", or "12B(1)" where the rulebook goes without saying. */

function split(clause: string, rulebook: string): [rulebook: string, clause: string] {
  const colon = clause.indexOf(':');
  return colon < 0 ? [rulebook, clause] : [clause.slice(0, colon), clause.slice(colon + 1)];
}

/** Where the server has a clause's text. */
export function addressOf(clause: string, rulebook: string): string {
  return `/clauses/${split(clause, rulebook).map(encodeURIComponent).join('/')}`;
}

/** The id without its rulebook, as it stands in a margin. */
export function shortOf(clause: string): string {
  return split(clause, '')[1];
}
