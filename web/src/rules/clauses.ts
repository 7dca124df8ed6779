/** Clause ids, "md-uth:12B(1)", or "12B(1)" where the rulebook goes without saying. */

function split(clause: string, rulebook: string): [rulebook: string, clause: string] {
  const colon = clause.indexOf(':');
  return colon < 0 ? [rulebook, clause] : [clause.slice(0, colon), clause.slice(colon + 1)];
}

/** Where the server has a clause's text. */
export function addressOf(clause: string, rulebook: string): string {
  return `/clauses/${split(clause, rulebook).map(encodeURIComponent).join('/')}`;
}

/** Where the rulebook's own page has it. */
export function placeOf(clause: string, rulebook: string): string {
  const [book, id] = split(clause, rulebook);
  return `/rules/${encodeURIComponent(book)}?clause=${encodeURIComponent(id)}`;
}

/** The id without its rulebook and the register's marks, ".12F(5)[heading struck]", as it stands in a margin. */
export function shortOf(clause: string): string {
  const id = split(clause, '')[1];
  const whole = /^\[([^\]]*)\]$/.exec(id)?.[1]; // what stands for several: "[all-other-clauses]"
  return whole ? whole.replaceAll('-', ' ') : id.replace(/\[[^\]]*\]/g, '');
}
