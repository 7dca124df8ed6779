/** The coach at a practice table: asks the server what each answer is worth, and counts what answers cost. */

import type { ActionOffer, ActionValue, Coaching, TableInfo, TableSeen } from '../lib/api';
import { get, Refused, sentenceOf } from '../lib/http';
import { dollars } from '../lib/money';
import { answerGiven, askedSeat, costOf, roundOf, stakeOf, stillAsked, type Asked, type Cost } from './decision';

const KEY = 'croupier.coach';
const PATIENCE_MS = 1000;

interface Kept {
  cents: number;
  decisions: number;
}

function kept(): Kept {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { cents: Number(found.cents ?? 0), decisions: Number(found.decisions ?? 0) };
  } catch {
    return { cents: 0, decisions: 0 };
  }
}

export class Coach {
  asked = $state.raw<Asked | null>(null);
  last = $state.raw<Cost | null>(null);
  total = $state.raw<Kept>(kept());
  trouble = $state('');
  thinking = $state(false);
  /** Whether the player is being coached, rather than only asked about what would cost a lot. */
  open = $state(false);
  #asking = '';
  #under: Promise<void> = Promise.resolve();

  /** Looks at the table as it now is. */
  follow(info: TableInfo, seen: TableSeen): void {
    if (!info.practice) return;
    if (this.asked && !stillAsked(this.asked, seen)) this.#count(this.asked, seen);
    const seat = askedSeat(seen);
    const key = seat && seen.round ? `${seen.round.number} ${seen.round.point} ${seat}` : '';
    if (key === this.#asking) return;
    this.#asking = key;
    if (key) this.#under = this.#ask(key, info.table, seat, seen);
    else [this.thinking, this.trouble] = [false, ''];
  }

  /** What an answer is worth, null where the coach has not said. */
  valueOf(offer: ActionOffer): ActionValue | null {
    return this.asked?.coaching.actions.find((one) => one.action === offer.action && one.times === offer.times) ?? null;
  }

  /** Whether an answer is the best there is. */
  isBest(offer: ActionOffer): boolean {
    const value = this.valueOf(offer);
    return value !== null && this.asked !== null && costOf(this.asked.coaching, value).cents === 0;
  }

  /** What a player should hear before an answer that costs more than an ante; waits a moment for a coach who is counting. */
  async price(offer: ActionOffer): Promise<string> {
    if (this.thinking) await Promise.race([this.#under, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
    const value = this.valueOf(offer);
    if (!value || !this.asked) return '';
    const { best, cents } = costOf(this.asked.coaching, value);
    if (cents <= this.asked.anteCents) return '';
    return `${offer.label} costs you ${dollars(Math.round(cents))} on average: ${best} is worth that much more.`;
  }

  forget(): void {
    this.total = { cents: 0, decisions: 0 };
    this.last = null;
    this.#keep();
  }

  async #ask(key: string, table: string, seat: number, seen: TableSeen): Promise<void> {
    [this.thinking, this.trouble] = [true, ''];
    const round = roundOf(seen, seen.round?.number ?? 0)!;
    try {
      const coaching = await get<Coaching>(`/tables/${encodeURIComponent(table)}/coach?seat=${seat}`);
      if (key !== this.#asking || key !== `${coaching.round} ${coaching.point} ${coaching.seat}`) return;
      const [playCents, anteCents] = [stakeOf(round, seat, 'play'), stakeOf(round, seat, 'ante')];
      this.asked = { coaching, playCents, anteCents };
    } catch (thrown) {
      // Whoever answered before the coach did has moved on, and nothing is wrong.
      if (key === this.#asking && !(thrown instanceof Refused && thrown.code === 'not_asked')) {
        this.trouble = sentenceOf(thrown);
      }
    } finally {
      if (key === this.#asking) this.thinking = false;
    }
  }

  #count(asked: Asked, seen: TableSeen): void {
    const given = answerGiven(asked, seen);
    this.asked = null;
    if (!given) return;
    this.last = costOf(asked.coaching, given);
    this.total = { cents: this.total.cents + this.last.cents, decisions: this.total.decisions + 1 };
    this.#keep();
  }

  #keep(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.total));
    } catch {
      // Then the total lasts as long as the page.
    }
  }
}
