/** The one connection to a table: what is seen of it, what is asked of it, and what came of that. */
import type { Answered, Asked, Goodbye, MeterSeen, MetersSeen, TableSeen } from './api';

type Told = TableSeen | MetersSeen | Answered | Goodbye;
type Wish = Asked['wish'];

const AGAIN_MS = [300, 600, 1200, 2500, 5000];
const FAILED_AGAIN_MS = 700;

export class TableSocket {
  seen = $state.raw<TableSeen | null>(null);
  /** What the meters have shown since `seen` came. */
  links = $state.raw<Record<string, readonly MeterSeen[]>>({});
  state = $state<'opening' | 'open' | 'lost' | 'over'>('opening');
  /** Why the connection is over, in a sentence. */
  reason = $state('');
  /** What the house said of the last wish that it did not fulfil. */
  refusal = $state.raw<Answered | null>(null);
  /** When `seen` came, on the page's own clock. */
  seenAt = 0;

  #socket: WebSocket | null = null;
  #asked: Map<string, Asked>;
  #waiting = new Map<string, (answer: Answered) => void>();
  #tries = 0;
  #timer = 0;
  #closed = false;
  readonly #key: string;

  constructor(readonly table: string) {
    this.#key = `croupier.asked.${table}`;
    this.#asked = kept(this.#key);
  }

  /** Connects; returns what ends the connection for good. */
  open(): () => void {
    const wake = (): void => {
      if (this.state === 'lost') this.#connect();
    };
    // A connection may look alive for minutes without a network. Made anew, it is or is not.
    const drop = (): void => {
      const socket = this.#socket;
      if (this.state !== 'open') return;
      this.#socket = null;
      socket?.close();
      this.#lost();
    };
    window.addEventListener('online', wake);
    window.addEventListener('offline', drop);
    this.#connect();
    return () => {
      this.#closed = true;
      clearTimeout(this.#timer);
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', drop);
      const socket = this.#socket;
      if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket?.close();
    };
  }

  /** Asks for something under a new id; kept until answered, through a reload too. */
  ask(wish: Wish, version?: number): Promise<Answered> {
    const asked: Asked = { id: crypto.randomUUID(), wish, ...(version === undefined ? {} : { version }) };
    this.refusal = null;
    this.#asked.set(asked.id, asked);
    this.#keep();
    this.#send(asked);
    return new Promise((resolve) => this.#waiting.set(asked.id, resolve));
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.state = 'open';
      for (const asked of this.#asked.values()) this.#send(asked);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#take(JSON.parse(event.data) as Told);
    };
    socket.onclose = () => {
      if (this.#socket === socket && !this.#closed && this.state !== 'over') this.#lost();
    };
  }

  #lost(): void {
    this.state = 'lost';
    const wait = AGAIN_MS[Math.min(this.#tries++, AGAIN_MS.length - 1)];
    this.#timer = window.setTimeout(() => this.#connect(), wait);
  }

  #take(told: Told): void {
    if (told.type === 'table') {
      this.seen = told.last_as_before ? { ...told, last: this.seen?.last ?? null } : told;
      this.links = {};
      this.seenAt = performance.now();
    } else if (told.type === 'meters') this.links = told.links;
    else if (told.type === 'answer') this.#answered(told);
    else if (!told.again) {
      this.state = 'over';
      this.reason = told.reason;
    }
  }

  #answered(answer: Answered): void {
    const asked = this.#asked.get(answer.id);
    if (answer.outcome === 'failed' && asked) {
      window.setTimeout(() => this.#send(asked), FAILED_AGAIN_MS);
      return;
    }
    this.#asked.delete(answer.id);
    this.#keep();
    if (answer.outcome !== 'done') this.refusal = answer;
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  #send(asked: Asked): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(asked));
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
