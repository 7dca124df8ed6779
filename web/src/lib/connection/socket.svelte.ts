/** The one connection to a table: what is seen of it, what is asked of it, and what came of that. */
import type { Answered, Asked, DealSeen, Goodbye, MeterSeen, MetersSeen, TableSeen } from '../api';
import { ReconnectingSocket } from './reconnecting.svelte';

type Told = TableSeen | DealSeen | MetersSeen | Answered | Goodbye;
type Wish = Asked['wish'];

const FAILED_AGAIN_MS = 700;

export class TableSocket {
  seen = $state.raw<TableSeen | null>(null);
  /** What the screen of whoever is on duty says beside it; nothing for anybody else. */
  deal = $state.raw<DealSeen | null>(null);
  /** What the meters have shown since `seen` came. */
  links = $state.raw<Record<string, readonly MeterSeen[]>>({});
  /** Why the connection is over, in a sentence. */
  reason = $state('');
  /** What the house said of the last wish that it did not fulfil. */
  refusal = $state.raw<Answered | null>(null);
  /** When `seen` came, on the page's own clock. */
  seenAt = 0;

  readonly #socket: ReconnectingSocket<Told>;
  #asked: Map<string, Asked>;
  #waiting = new Map<string, (answer: Answered) => void>();
  readonly #key: string;

  /** Somebody on duty comes `to` the table by the way to its dealer's screen. */
  constructor(
    readonly table: string,
    to: 'tables' | 'deal' = 'tables',
  ) {
    this.#key = `croupier.asked.${table}`;
    this.#asked = kept(this.#key);
    this.#socket = new ReconnectingSocket<Told>(
      `/${to}/${encodeURIComponent(table)}/socket`,
      (told) => this.#take(told),
      () => this.#askAgain(),
    );
  }

  get state(): ReconnectingSocket<Told>['state'] {
    return this.#socket.state;
  }

  /** Connects; returns what ends the connection for good. */
  open(): () => void {
    return this.#socket.open();
  }

  /** Asks for something under a new id; kept until answered, through a reload too. */
  ask(wish: Wish, version?: number): Promise<Answered> {
    const asked: Asked = { id: crypto.randomUUID(), wish, ...(version === undefined ? {} : { version }) };
    this.refusal = null;
    this.#asked.set(asked.id, asked);
    this.#keep();
    this.#socket.send(asked);
    return new Promise((resolve) => this.#waiting.set(asked.id, resolve));
  }

  /** What the house has not answered yet is asked again under its id, so that it is done once. */
  #askAgain(): void {
    for (const asked of this.#asked.values()) this.#socket.send(asked);
  }

  #take(told: Told): void {
    if (told.type === 'table') {
      this.seen = told.last_as_before ? { ...told, last: this.seen?.last ?? null } : told;
      this.links = {};
      this.seenAt = performance.now();
    } else if (told.type === 'deal') this.deal = told;
    else if (told.type === 'meters') this.links = told.links;
    else if (told.type === 'answer') this.#answered(told);
    else if (!told.again) {
      this.#socket.end();
      this.reason = told.reason;
    }
  }

  #answered(answer: Answered): void {
    const asked = this.#asked.get(answer.id);
    if (answer.outcome === 'failed' && asked) {
      window.setTimeout(() => this.#socket.send(asked), FAILED_AGAIN_MS);
      return;
    }
    this.#asked.delete(answer.id);
    this.#keep();
    if (answer.outcome !== 'done') this.refusal = answer;
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  #keep(): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify([...this.#asked.values()]));
    } catch {
      // Without storage a wish lives as long as the page.
    }
  }
}

function kept(key: string): Map<string, Asked> {
  try {
    const asked = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Asked[];
    return new Map(asked.map((one) => [one.id, one]));
  } catch {
    return new Map();
  }
}
