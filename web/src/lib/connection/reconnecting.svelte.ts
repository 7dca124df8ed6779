/** The one way in which a page listens to the house: a socket that comes back by itself until it is left. */
import { version } from './version.svelte';

const AGAIN_MS = [300, 600, 1200, 2500, 5000];
/** By how much a pause may be longer: browsers that lost the house together do not come back together. */
const SPREAD = 0.25;

/** How long to wait before the next try, when so many have failed. */
export function pauseMs(failed: number, chance = Math.random()): number {
  const pause = AGAIN_MS[Math.min(failed, AGAIN_MS.length - 1)] ?? 0;
  return Math.round(pause * (1 + SPREAD * chance));
}

export class ReconnectingSocket<Told> {
  /** "over" is for good: the house has ended it, and this page does not come back by itself. */
  state = $state<'opening' | 'open' | 'lost' | 'over'>('opening');
  #socket: WebSocket | null = null;
  #failed = 0;
  #timer = 0;
  #left = false;

  constructor(
    readonly path: string,
    readonly told: (told: Told) => void,
    /** Called at every opening; `again` where the connection had been lost. */
    readonly opened: (again: boolean) => void,
  ) {}

  /** Connects; returns what ends the connection for good. */
  open(): () => void {
    const wake = (): void => {
      if (this.state === 'lost') this.#connect();
    };
    // A connection may look alive for minutes without a network. Made anew, it is or is not.
    const drop = (): void => {
      if (this.state !== 'open') return;
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      this.#lost();
    };
    window.addEventListener('online', wake);
    window.addEventListener('offline', drop);
    this.#connect();
    return () => {
      this.#left = true;
      clearTimeout(this.#timer);
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', drop);
      const socket = this.#socket;
      if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket?.close();
    };
  }

  /** Sends something if the connection is there. */
  send(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** The house has said that this connection is over. */
  end(): void {
    this.state = 'over';
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#left || this.#socket?.readyState === WebSocket.CONNECTING) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api${this.path}`);
    this.#socket = socket;
    socket.onopen = () => {
      const again = this.state === 'lost';
      this.#failed = 0;
      this.state = 'open';
      if (again) void version.look(); // a house that was away may have come back with newer pages
      this.opened(again);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.told(JSON.parse(event.data) as Told);
    };
    socket.onclose = () => {
      if (this.#socket === socket && !this.#left && this.state !== 'over') this.#lost();
    };
  }

  #lost(): void {
    this.state = 'lost';
    this.#timer = window.setTimeout(() => this.#connect(), pauseMs(this.#failed++));
  }
}
