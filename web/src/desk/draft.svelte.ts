/** A filing that is typed into: what is typed stays in this browser until the house has acknowledged it. */
import type { FilingSeen, Question } from '../lib/api';
import { Refused, get, post, sentenceOf } from '../lib/connection/http';
import { same, typedFrom, type Typed } from './typed';

const SEND_AFTER_MS = 350;
const AGAIN_MS = 2000;
const LOOK_MS = 3000;
/** No answer, or the house's database is away: it is sent again. */
const passing = (thrown: unknown): boolean =>
  !(thrown instanceof Refused) || thrown.status === 0 || thrown.status >= 500;

export class Draft {
  seen = $state.raw<FilingSeen | null>(null);
  /** Typed and not acknowledged yet, by field. */
  typed = $state<Record<string, Typed>>({});
  /** Why what was typed is not kept, by field. */
  refused = $state<Record<string, { sentence: string; theirs: boolean }>>({});
  lost = $state(false);
  trouble = $state('');
  readonly #key: string;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #sending = new Set<string>();
  #over = false;

  constructor(readonly number: string) {
    this.#key = `croupier.desk.${number}`;
    this.typed = typedFrom(localStorage.getItem(this.#key));
  }

  get address(): string {
    return `/desk/filings/${encodeURIComponent(this.number)}`;
  }

  get waiting(): number {
    return Object.keys(this.typed).filter((field) => !this.refused[field]).length;
  }

  /** Follows the filing until the returned function is called. */
  start(): () => void {
    void this.look().then(() => Object.keys(this.typed).forEach((field) => this.#soon(field, 0)));
    const looking = setInterval(() => void this.look(), LOOK_MS);
    return () => {
      this.#over = true;
      clearInterval(looking);
      this.#timers.forEach((timer) => clearTimeout(timer));
    };
  }

  async look(): Promise<void> {
    try {
      this.#take(await get<FilingSeen>(this.address));
    } catch (thrown) {
      if (passing(thrown)) this.lost = true;
      if (!this.seen) this.trouble = sentenceOf(thrown);
    }
  }

  /** What stands in a field: what was typed, else what the house has. */
  value(question: Question): string[] {
    return this.typed[question.field]?.value ?? question.value;
  }

  type(question: Question, value: string[], afterMs = SEND_AFTER_MS): void {
    const { field } = question;
    this.typed[field] = { value, was: this.typed[field]?.was ?? question.value };
    delete this.refused[field];
    this.#keep();
    this.#soon(field, afterMs);
  }

  /** Of a field that somebody else has changed: mine is written over theirs, or theirs stays. */
  settle(question: Question, mine: boolean): void {
    const typed = this.typed[question.field];
    delete this.refused[question.field];
    if (mine && typed) {
      typed.was = question.value;
      this.#soon(question.field, 0);
    } else {
      delete this.typed[question.field];
    }
    this.#keep();
  }

  /** Something done with the whole filing; whether it was. */
  async act(what: string, given: Record<string, unknown> = {}): Promise<boolean> {
    try {
      const version = this.seen?.card.version ?? 0;
      this.#take(
        await post<FilingSeen>(`${this.address}/${what}`, { id: crypto.randomUUID(), version, ...given }),
        true,
      );
      this.trouble = '';
      return true;
    } catch (thrown) {
      this.trouble = sentenceOf(thrown);
      await this.look();
      return false;
    }
  }

  #take(found: FilingSeen, always = false): void {
    this.lost = false;
    if (always || !this.seen || found.card.version >= this.seen.card.version) this.seen = found;
  }

  #keep(): void {
    if (Object.keys(this.typed).length) localStorage.setItem(this.#key, JSON.stringify(this.typed));
    else localStorage.removeItem(this.#key);
  }

  #soon(field: string, afterMs: number): void {
    clearTimeout(this.#timers.get(field));
    this.#timers.set(
      field,
      setTimeout(() => void this.#send(field), afterMs),
    );
  }

  async #send(field: string): Promise<void> {
    const typed = this.typed[field];
    if (!typed || this.#over) return;
    if (this.#sending.size) return this.#soon(field, SEND_AFTER_MS / 4); // one after the other, as they were typed
    this.#sending.add(field);
    const { value, was } = $state.snapshot(typed);
    try {
      const found = await post<FilingSeen>(`${this.address}/answers`, { id: crypto.randomUUID(), field, was, value });
      this.#take(found);
      const now = this.typed[field];
      if (now && same(now.value, value)) delete this.typed[field];
      else if (now) now.was = value;
      this.#keep();
    } catch (thrown) {
      if (passing(thrown)) {
        this.lost = true;
        this.#soon(field, AGAIN_MS);
      } else {
        this.refused[field] = {
          sentence: sentenceOf(thrown),
          theirs: thrown instanceof Refused && thrown.code === 'changed_meanwhile',
        };
        await this.look();
      }
    } finally {
      this.#sending.delete(field);
    }
  }
}
