/** The chips a player is putting down: shown at once, asked for a moment later, and given up if the house refuses. */
import type { RoundSeen, SeatOffers, TableInfo } from '../lib/api';
import { sound } from '../lib/sounds';
import type { TableSocket } from '../lib/connection/socket.svelte';
import { added, again, changes, doubled, emptied, leastPlay, sum, type Stakes } from './stakes';
import { say } from './messages';

const SETTLE_MS = 250;
const notOpen = (): string => say('betsNotOpen');

export class Betting {
  /** The chip that a click puts down. */
  chip = $state(500);
  note = $state('');
  #wanted = $state.raw<Record<number, Stakes>>({});
  #steps = $state.raw<{ seat: number; stakes: Stakes }[]>([]);
  #round = 0;
  #timers = new Map<number, number>();
  #under = new Map<number, Promise<unknown>>();

  constructor(
    readonly info: TableInfo,
    readonly socket: TableSocket,
  ) {}

  /** Stakes that differ from what the house has yet. */
  get wanted(): Record<number, Stakes> {
    return this.#wanted;
  }

  get undoable(): boolean {
    return this.#steps.length > 0;
  }

  get open(): boolean {
    return this.#now?.phase === 'wagering';
  }

  get #now(): RoundSeen | null {
    return this.socket.seen?.round ?? null;
  }

  /** Forgets chips of a round that is gone. */
  follow(): void {
    const number = this.open ? (this.#now?.number ?? 0) : 0;
    if (number === this.#round) return;
    this.#round = number;
    this.#wanted = {};
    this.#steps = [];
    this.note = '';
  }

  stakesOf(seat: number): Stakes {
    return this.#wanted[seat] ?? this.#houseHas(seat);
  }

  add(seat: number, wager: string): void {
    const why = this.open ? this.#shut(seat, wager) : notOpen();
    if (why) this.note = why;
    else {
      const changed = added(this.info.spots, this.stakesOf(seat), wager, this.chip);
      this.#change(seat, changed.stakes);
      this.note = changed.note;
      sound('chip');
    }
  }

  empty(seat: number, wager: string): void {
    if (this.open) this.#change(seat, emptied(this.info.spots, this.stakesOf(seat), wager));
  }

  clear(seat: number): void {
    this.#change(seat, {});
  }

  double(seat: number): void {
    this.#change(seat, doubled(this.info.spots, this.stakesOf(seat)));
  }

  repeat(seat: number): void {
    const before = this.earlier(seat);
    if (before) this.#change(seat, before);
  }

  /** What lay on the box in the round before, but for spots that are closed now; null where nothing did. */
  earlier(seat: number): Stakes | null {
    const box = this.socket.seen?.last?.boxes.find((one) => one.seat === seat && one.mine);
    const stakes = box ? again(this.info.spots, box.wagers_cents) : {};
    const open = Object.entries(stakes).filter(([wager]) => !this.#shut(seat, wager, stakes));
    const repeated = Object.fromEntries(open);
    return sum(repeated) ? repeated : null;
  }

  /** What a player would have left with these chips down, and what the least that plays on with them would take. */
  afterwards(seats: readonly number[]): { left: number; needed: number } {
    const of = (seat: number): Stakes => this.stakesOf(seat);
    const notSent = seats.reduce((total, seat) => total + sum(of(seat)) - sum(this.#houseHas(seat)), 0);
    const needed = seats.reduce((total, seat) => total + leastPlay(this.info.spots, of(seat)), 0);
    return { left: (this.socket.seen?.balance_cents ?? 0) - notSent, needed };
  }

  undo(): void {
    const step = this.#steps.at(-1);
    if (!step) return;
    this.#steps = this.#steps.slice(0, -1);
    this.#want(step.seat, step.stakes);
  }

  /** Says that the bets stand, together with the last chips. */
  ready(seat: number): Promise<void> {
    return this.#ask(seat, true);
  }

  #houseHas(seat: number): Stakes {
    return this.open ? (this.#now?.boxes.find((box) => box.seat === seat)?.wagers_cents ?? {}) : {};
  }

  /** Why no chip may be put there now, "" where one may. What a spot needs may lie there without the house knowing yet. */
  #shut(seat: number, wager: string, stakes = this.stakesOf(seat)): string {
    const offers: SeatOffers | undefined = this.socket.seen?.offers.find((one) => one.seat === seat);
    const offer = offers?.spots.find((one) => one.wager === wager);
    if (!offer || offer.open) return '';
    const needs = this.info.spots.find((spot) => spot.wager === wager)?.needs ?? [];
    const met = this.open && needs.some((need) => stakes[need]);
    return met ? '' : offer.why;
  }

  #change(seat: number, stakes: Stakes): void {
    this.#steps = [...this.#steps, { seat, stakes: this.stakesOf(seat) }];
    this.#want(seat, stakes);
  }

  #want(seat: number, stakes: Stakes): void {
    this.note = '';
    this.#wanted = { ...this.#wanted, [seat]: stakes };
    clearTimeout(this.#timers.get(seat));
    this.#timers.set(
      seat,
      window.setTimeout(() => void this.#ask(seat), SETTLE_MS),
    );
  }

  /** Asks the house for what is wanted, and where that is so says that it is enough; one wish at a time for a box. */
  async #ask(seat: number, ready = false): Promise<void> {
    clearTimeout(this.#timers.get(seat));
    await this.#under.get(seat);
    const wanted = this.#wanted[seat];
    const round = this.#now?.number;
    if (!(wanted || ready) || round === undefined || !this.open) return;
    const stakes = wanted ? changes(this.info.spots, this.#houseHas(seat), wanted) : {};
    let asking: Promise<unknown> = Promise.resolve(null);
    if (Object.keys(stakes).length) {
      asking = this.socket.ask({ wish: 'wagers', seat, round, stakes_cents: stakes, ready });
    } else if (ready) asking = this.socket.ask({ wish: 'ready', seat, round });
    this.#under.set(seat, asking);
    await asking;
    this.#under.delete(seat);
    if (this.#wanted[seat] !== wanted) return;
    const { [seat]: _done, ...others } = this.#wanted;
    this.#wanted = others;
  }
}
