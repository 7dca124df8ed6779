/** What may be kept in this browser for a time without a network: the lobby and the rules, and nothing of anybody's own. */

/** The tables there are, the rulebooks, a rule card, a clause. Never a table, a round, a session, an account. */
const READ_ONLY = [/^\/api\/tables$/, /^\/api\/rulebooks(\/[\w.-]+)?$/, /^\/api\/clauses\/[\w.-]+\/.+$/];

export const LOBBY = '/api/tables';
export const RULEBOOKS = '/api/rulebooks';
/** When an answer was kept, in an answer that comes from here rather than from the house. */
export const KEPT_AT = 'x-kept-at';

/** Whether the answer to a request may be kept. */
export function mayBeKept(method: string, url: URL): boolean {
  return method === 'GET' && !url.search && READ_ONLY.some((path) => path.test(url.pathname));
}

/** What is kept of an answer: of the lobby not who sits where. */
export function withoutPeople(path: string, body: string): string {
  if (path !== LOBBY) return body;
  const tables = JSON.parse(body) as Record<string, unknown>[];
  return JSON.stringify(tables.map((table) => ({ ...table, players: {} })));
}
