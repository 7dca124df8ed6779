/** The coach at a practice table: asks the server what each answer is worth, and counts what answers cost. */

import type { ActionOffer, ActionValue, Coaching, TableInfo, TableSeen } from '../../lib/api';
import { get, Refused, sentenceOf } from '../../lib/connection/http';
import { dollars } from '../../lib/language/money';
import { answerGiven, askedSeat, costOf, roundOf, stakeOf, stillAsked, type Asked, type Cost } from './decision';
import { say } from './messages';

const KEY = 'croupier.coach';
const PATIENCE_MS = 1000;

const ON_BUTTONS = 'croupier.coach.buttons';

/** What the decisions of this session cost, each beside the best answer, in cents. */
function kept(): number[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) && found.every((cost) => typeof cost === 'number') ? found : [];
  } catch {
    return [];
  }
}

function keptOnButtons(): boolean {
  try {
    return localStorage.getItem(ON_BUTTONS) === 'yes';
  } catch {
    return false;
  }
}

export class Coach {
  asked = $state.raw<Asked | null>(null);
  last = $state.raw<Cost | null>(null);
  costs = $state.raw<readonly number[]>(kept());
  /** Whether values stand on the buttons although the coach's panel is closed. */
  onButtons = $state(keptOnButtons());
  trouble = $state('');
  thinking = $state(false);
  /** Whether the player is being coached, rather than only asked about what would cost a lot. */
  open = $state(false);
  /** Whether each answer's value is to be seen on its button. */
  readonly shown = $derived(this.open || this.onButtons);
  readonly total = $derived({
    cents: this.costs.reduce((sum, cost) => sum + cost, 0),
    decisions: this.costs.length,
  });
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
    if (key) this.#under = this.#ask(key, info, seat, seen);
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
    if (cents <= this.asked.unitCents) return '';
    return say('answerCosts', { answer: offer.label, amount: dollars(Math.round(cents)), best });
  }

  keepOnButtons(on: boolean): void {
    this.onButtons = on;
    try {
      localStorage.setItem(ON_BUTTONS, on ? 'yes' : 'no');
    } catch {
      // Then it lasts as long as the page.
    }
  }

  forget(): void {
    this.costs = [];
    this.last = null;
    this.#keep();
  }

  async #ask(key: string, info: TableInfo, seat: number, seen: TableSeen): Promise<void> {
    [this.thinking, this.trouble] = [true, ''];
    const round = roundOf(seen, seen.round?.number ?? 0)!;
    try {
      const coaching = await get<Coaching>(`/tables/${encodeURIComponent(info.table)}/coach?seat=${seat}`);
      if (key !== this.#asking || key !== `${coaching.round} ${coaching.point} ${coaching.seat}`) return;
      const { wager = '', times_of: unit = '' } = info.spots.find((spot) => spot.placed === 'when_deciding') ?? {};
      const [stakedCents, unitCents] = [stakeOf(round, seat, wager), stakeOf(round, seat, unit)];
      this.asked = { coaching, wager, stakedCents, unitCents };
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
    this.costs = [...this.costs, this.last.cents];
    this.#keep();
  }

  #keep(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.costs));
    } catch {
      // Then the total lasts as long as the page.
    }
  }
}
