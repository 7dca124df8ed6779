/** What stands beside a form: asked for with every key, and again until all that takes longer is there. */
import type { PreviewAsked, PreviewSeen } from '../../lib/api';
import { Refused, post, sentenceOf } from '../../lib/connection/http';
import { Watch } from '../../studio/watch.svelte';

/** So long nothing is typed before best play is solved. */
const QUIET_MS = 300;
const AGAIN_MS = 200;
const LOST_MS = 2000;

export class Preview {
  seen = $state.raw<PreviewSeen | null>(null);
  trouble = $state('');
  readonly watch = new Watch();
  #asked: PreviewAsked | null = null;
  #next = false;
  #busy = false;
  #solve = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(readonly address: string) {}

  ask(asked: Omit<PreviewAsked, 'solve'>): void {
    this.#asked = { ...asked, solve: false };
    this.#solve = false;
    clearTimeout(this.#timer);
    void this.#send();
  }

  stop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.watch.stop();
  }

  /** Asks for what stands there now: one at a time, and what was typed meanwhile next. */
  async #send(): Promise<void> {
    this.#next = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#next && this.#asked && !this.#over) {
      this.#next = false;
      const asked = { ...this.#asked, solve: this.#solve };
      try {
        const found = await post<PreviewSeen>(`${this.address}/preview`, asked);
        if (!this.#next) this.#take(found, asked.solve);
      } catch (thrown) {
        this.trouble = sentenceOf(thrown);
        const passing = !(thrown instanceof Refused) || [0, 429].includes(thrown.status) || thrown.status >= 500;
        if (passing) this.#later(LOST_MS);
      }
    }
    this.#busy = false;
  }

  #take(found: PreviewSeen, solving: boolean): void {
    [this.seen, this.trouble] = [found, ''];
    if (!found.more) return this.watch.stop();
    this.watch.start();
    this.#later(solving ? AGAIN_MS : QUIET_MS);
  }

  #later(afterMs: number): void {
    if (this.#over) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#solve = true;
      void this.#send();
    }, afterMs);
  }
}
