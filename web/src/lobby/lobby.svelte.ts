/** The tables of the house, kept up to date by the lobby's socket. */

import type { LobbySeen, MetersSeen, TableCard } from '../lib/api';
import { get } from '../lib/http';
import { byGame } from '../lib/games';

type LobbyTold = MetersSeen | LobbySeen;

const LONGEST_WAIT_MS = 10_000;

export class Lobby {
  /** null until the server has answered. */
  tables = $state.raw<TableCard[] | null>(null);
  thrown = $state.raw<unknown>(null);
  live = $state(false);
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #left = false;

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
    this.#connect();
    return () => {
      this.#left = true;
      clearTimeout(this.#timer);
      const socket = this.#socket;
      if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket?.close();
    };
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/lobby/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#failures) void this.load(); // what changed while nobody listened
      this.#failures = 0;
      this.live = true;
    };
    socket.onmessage = (message: MessageEvent<string>) => this.#take(JSON.parse(message.data) as LobbyTold);
    socket.onclose = () => {
      this.live = false;
      if (this.#left) return;
      this.#timer = setTimeout(() => this.#connect(), Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#failures++));
    };
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
