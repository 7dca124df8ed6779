/** The tables as the floor sees them, kept up to date by the pit's socket. */

import type { PitSeen, PitTable } from '../lib/api';
import { ReconnectingSocket } from '../lib/connection/reconnecting.svelte';

export class Pit {
  /** null until the house has told. */
  tables = $state.raw<PitTable[] | null>(null);
  /** By how much this browser's clock is ahead of the house's. */
  aheadMs = 0;
  readonly #socket: ReconnectingSocket<PitSeen>;

  /** `called` is told when a table calls for the floor that did not before. */
  constructor(called: () => void) {
    this.#socket = new ReconnectingSocket<PitSeen>(
      '/pit/socket',
      (told) => {
        if (told.type !== 'pit') return;
        this.aheadMs = Date.now() - told.now_ms;
        const before = this.tables;
        this.tables = withChanged(before ?? [], told.tables);
        if (hasNewCall(before ?? [], this.tables)) called();
      },
      () => undefined,
    );
  }

  get live(): boolean {
    return this.#socket.state === 'open';
  }

  follow(): () => void {
    return this.#socket.open();
  }
}

/** The tables with those that changed in their places; every table keeps its place by its name. */
export function withChanged(tables: readonly PitTable[], changed: readonly PitTable[]): PitTable[] {
  const all = new Map([...tables, ...changed].map((one) => [one.card.table, one]));
  return [...all.values()].sort((one, other) => (one.card.table < other.card.table ? -1 : 1));
}

/** Whether a table calls for something that it did not call for before. */
export function hasNewCall(before: readonly PitTable[], now: readonly PitTable[]): boolean {
  const known = new Set(before.flatMap((one) => one.calls.map((call) => callKey(one, call))));
  return now.some((one) => one.calls.some((call) => !known.has(callKey(one, call))));
}

const callKey = (one: PitTable, call: PitTable['calls'][number]): string =>
  `${one.card.table} ${call.since_ms} ${call.says}`;
