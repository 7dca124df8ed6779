/** Who is signed in, for every page. */
import type { Me } from './api';
import { get, post, remove } from './connection/http';

class Session {
  /** null while nobody is signed in; `known` is false until the server has said. */
  me = $state.raw<Me | null>(null);
  known = $state(false);
  #since = 0;

  async load(): Promise<void> {
    try {
      this.take(await get<Me | null>('/session'));
    } catch {
      // Out of reach: nobody is known to be here, and each page says why it can show nothing.
    } finally {
      this.known = true;
    }
  }

  async signIn(name: string, password: string): Promise<void> {
    this.take(await post<Me>('/session', { name, password }));
  }

  async asGuest(): Promise<void> {
    this.take(await post<Me>('/guest'));
  }

  async signOut(): Promise<void> {
    await remove<null>('/session');
    this.take(null);
  }

  /** What the server has said of who is signed in. */
  take(me: Me | null): void {
    this.me = me;
    this.#since = performance.now();
  }

  /** What a table has said of the player's balance. */
  balance(cents: number): void {
    if (this.me) this.me = { ...this.me, balance_cents: cents };
  }

  /** How long this session has lasted, in seconds. */
  seconds(): number {
    return this.me ? this.me.session_seconds + Math.floor((performance.now() - this.#since) / 1000) : 0;
  }
}

export const session = new Session();
