/** The orders in which the lobby shows its tables. */
import type { TableCard, TableEdges } from '../lib/api';
import { mainEdge } from '../odds/edges';
import { say } from './messages';

export type Sort = 'game' | 'edge' | 'risk';
/** The orders in which tables may stand, each with what it is called. */
export const sorts = (): [Sort, string][] => [
  ['game', say('sortByGame')],
  ['edge', say('sortByEdge')],
  ['risk', say('sortByRisk')],
];

/** The tables in the order that is asked for; those that are still counted come last, as they came. */
export function bySort(tables: readonly TableCard[], edges: ReadonlyMap<string, TableEdges>, sort: Sort): TableCard[] {
  if (sort === 'game') return [...tables];
  const place = (table: TableCard): number => mainEdge(edges.get(table.table))?.[sort] ?? Infinity;
  return [...tables].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

/** For who comes to play: tables where nobody deals now, or that are closed, stand behind the others. */
export function playableFirst(tables: readonly TableCard[]): TableCard[] {
  const waits = (table: TableCard): number => Number(table.closed || !table.dealer_here);
  return tables.toSorted((one, other) => waits(one) - waits(other));
}
