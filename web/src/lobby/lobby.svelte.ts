/** The tables of the house, kept up to date by the lobby's socket. */

import type { LobbySeen, MetersSeen, TableCard } from '../lib/api';
import { get } from '../lib/connection/http';
import { byGame } from '../lib/games';
import { ReconnectingSocket } from '../lib/connection/reconnecting.svelte';

type LobbyTold = MetersSeen | LobbySeen;

export class Lobby {
  /** null until the server has answered. */
  tables = $state.raw<TableCard[] | null>(null);
  thrown = $state.raw<unknown>(null);
  readonly #socket = new ReconnectingSocket<LobbyTold>(
    '/lobby/socket',
    (told) => this.#take(told),
    (again) => void (again && this.load()), // what changed while nobody listened
  );

  get live(): boolean {
    return this.#socket.state === 'open';
  }

  async load(): Promise<void> {
    try {
      this.tables = byGame(await get<TableCard[]>('/tables'));
      this.thrown = null;
    } catch (thrown) {
      this.thrown = thrown;
    }
  }

  /** Follows the lobby until the answer is called. */
  follow(): () => void {
    void this.load();
    return this.#socket.open();
  }

  #take(told: LobbyTold): void {
    if (told.type === 'meters') this.tables = this.tables && withMeters(this.tables, told.links);
    else if (told.type === 'lobby') this.tables = byGame(withChanged(this.tables ?? [], told.tables));
  }
}

/** The tables with what the meters of their links show now. */
export function withMeters(tables: readonly TableCard[], links: MetersSeen['links']): TableCard[] {
  return tables.map((table) => {
    const meters = table.link ? links[table.link] : undefined;
    return meters ? { ...table, meters } : table;
  });
}

/** The tables with those that changed in the places of their old cards, and new ones at the end. */
export function withChanged(tables: readonly TableCard[], changed: readonly TableCard[]): TableCard[] {
  const news = new Map(changed.map((table) => [table.table, table]));
  const kept = tables.map((table) => news.get(table.table) ?? table);
  const known = new Set(tables.map((table) => table.table));
  return [...kept, ...changed.filter((table) => !known.has(table.table))];
}
