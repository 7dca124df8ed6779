/** Sitting down at a table from elsewhere in the house. */

import type { Answered, TableSeen } from '../lib/api';
import { get, post, Refused } from '../lib/connection/http';
import { say } from './messages';

/** The free box nearest the middle of the arc, the lower of two; null where none is free. */
export function middleOf(free: readonly number[], taken: readonly number[]): number | null {
  const middle = Math.max(0, ...free, ...taken) / 2 + 0.5;
  const nearest = [...free].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  return nearest[0] ?? null;
}

/** Takes a box at the table for whoever is signed in, unless they sit or may not sit there; throws the refusal. */
export async function sitDown(table: string, name: string): Promise<void> {
  const seen = await get<TableSeen>(`/tables/${encodeURIComponent(table)}/view`);
  if (!seen.may_sit || Object.values(seen.players).includes(name)) return;
  const seat = middleOf(seen.seats_free, Object.keys(seen.players).map(Number));
  if (seat === null) throw new Refused(409, 'full', say('everySeatTaken'), '');
  const asked = { id: crypto.randomUUID(), wish: { wish: 'sit', seat } };
  const answer = await post<Answered>(`/tables/${encodeURIComponent(table)}/commands`, asked);
  if (answer.outcome !== 'done') throw new Refused(409, answer.code, answer.sentence, answer.clause);
}
