/** The events of a search: the latest first, earlier ones on request, new ones as they happen. */
import type { Timeline, TimelineEntry } from '../lib/api';
import { get } from '../lib/connection/http';
import { askedOf, type Search } from './search';

/** How many are looked for at once: a search of rare things is asked to go on until it has so many. */
const ENOUGH = 25;
const NEW_EVERY_MS = 4000;

export class Events {
  /** null until the server has answered. */
  entries = $state.raw<TimelineEntry[] | null>(null);
  thrown = $state.raw<unknown>(null);
  /** How far back was looked, 0 where that is to the beginning. */
  backTo = $state(0);
  busy = $state(false);
  /** Where to go on, "" at the beginning. */
  before = $state('');
  #search: Search = {};
  #turn = 0;

  /** Looks for something from now on; returns what ends that. */
  follow(search: Search): () => void {
    this.#search = search;
    this.entries = null;
    this.before = '';
    this.backTo = 0;
    this.#turn += 1;
    void this.earlier();
    // A search up to some moment finds nothing new.
    const timer = search.until ? 0 : window.setInterval(() => void this.#news(this.#turn), NEW_EVERY_MS);
    return () => {
      this.#turn += 1;
      clearInterval(timer);
    };
  }

  /** Goes on to what was before, until there is something to show. */
  async earlier(): Promise<void> {
    const turn = this.#turn;
    this.busy = true;
    try {
      let found = 0;
      do {
        const asked = askedOf(this.#search);
        if (this.before) asked.set('before', this.before);
        const page = await get<Timeline>(`/watch/timeline?${asked}`);
        if (turn !== this.#turn) return;
        found += page.entries.length;
        this.entries = [...(this.entries ?? []), ...page.entries];
        this.before = page.before;
        this.backTo = page.before ? page.looked_back_to_ms : 0;
        this.thrown = null;
      } while (this.before && found < ENOUGH);
    } catch (thrown) {
      if (turn === this.#turn) this.thrown = thrown;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  /** A round has these notes now: each event shows those that are on it, or on its whole round. */
  note(about: TimelineEntry, notes: TimelineEntry['notes']): void {
    this.entries =
      this.entries?.map((entry) =>
        entry.table === about.table && entry.round === about.round
          ? { ...entry, notes: notes.filter(({ record }) => !record || record === entry.record) }
          : entry,
      ) ?? null;
  }

  async #news(turn: number): Promise<void> {
    if (this.busy || !this.entries || document.hidden) return;
    const asked = askedOf(this.#search);
    const newest = this.entries[0];
    if (newest) asked.set('since_ms', String(newest.at_ms));
    try {
      const page = await get<Timeline>(`/watch/timeline?${asked}`);
      if (turn !== this.#turn) return;
      this.entries = withNew(this.entries, page.entries);
    } catch {
      // The next look will tell; what is shown stays true.
    }
  }
}

const keyOf = ({ table, record }: TimelineEntry): string => `${table} ${record}`;

/** The events with those in front that are not among them yet. */
export function withNew(known: readonly TimelineEntry[], found: readonly TimelineEntry[]): TimelineEntry[] {
  const seen = new Set(known.map(keyOf));
  return [...found.filter((entry) => !seen.has(keyOf(entry))), ...known];
}
