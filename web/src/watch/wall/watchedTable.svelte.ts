/** A table as somebody watches it who has no part in it: what lies on its felt, as the cameras see it. */
import type { RoundSeen, TableInfo } from '../../lib/api';
import { get, sentenceOf } from '../../lib/connection/http';
import { TableSocket } from '../../lib/connection/socket.svelte';

export class WatchedTable {
  readonly socket: TableSocket;
  info = $state.raw<TableInfo | null>(null);
  /** Why the table cannot be shown, "" while it can. */
  broken = $state('');

  constructor(readonly table: string) {
    this.socket = new TableSocket(table);
  }

  readonly seen = $derived.by(() => this.socket.seen);
  /** The round on the felt: the last one lies there until chips go down for the next. */
  readonly round: RoundSeen | null = $derived.by(() => {
    const { seen } = this;
    const begun = seen?.round && (seen.round.phase !== 'wagering' || seen.round.boxes.length > 0);
    return (begun ? seen.round : (seen?.last ?? seen?.round)) ?? null;
  });
  readonly meters = $derived.by(() => this.socket.links[this.info?.link ?? ''] ?? this.seen?.meters ?? []);

  /** Follows the table for as long as the component lives that calls this when it is made. */
  follow(): void {
    $effect(() => this.socket.open());
    $effect(() => {
      void this.seen?.digest; // other rules may have other spots
      get<TableInfo>(`/tables/${encodeURIComponent(this.table)}`).then(
        (found) => (this.info = found),
        (thrown: unknown) => (this.broken = sentenceOf(thrown)),
      );
    });
  }
}
