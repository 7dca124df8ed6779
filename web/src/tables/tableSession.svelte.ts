/** Being at a table: what is known of it, what of that is shown now, and which boxes and chips are one's own. */
import { Coach } from './drawer/coach.svelte';
import { Reveal } from '../felt/reveal.svelte';
import type { ResultLine, RoundSeen, TableInfo, TableSeen } from '../lib/api';
import { get, sentenceOf } from '../lib/connection/http';
import { session } from '../lib/session.svelte';
import { TableSocket } from '../lib/connection/socket.svelte';
import { sound } from '../lib/sounds';
import { announced, heardIn } from './announce';
import { Betting } from './betting.svelte';
import { Net } from './net.svelte';
import { sum, type Stakes } from './stakes';

const WATCHED_RESULTS_MS = 8000;

export class TableSession {
  readonly socket: TableSocket;
  readonly coach = new Coach();
  /** The house has told how a round ended; the felt tells it as the dealer would. */
  readonly reveal = new Reveal();
  readonly #net: Net;

  info = $state.raw<TableInfo | null>(null);
  /** Why the table cannot be shown, "" while it can. */
  broken = $state('');
  /** The box that the player chose among their own. */
  chosenSeat = $state(0);
  /** What a screen reader is told. */
  said = $state('');
  /** The balance beside what the felt shows: it changes when the reveal has come to it. */
  balance = $state<number | null>(null);
  #watchedLong = $state(false);
  #before: TableSeen | null = null;

  constructor(readonly table: string) {
    this.socket = new TableSocket(table);
    this.#net = new Net(table);
  }

  readonly seen = $derived.by(() => this.socket.seen);
  readonly betting = $derived.by(() => (this.info ? new Betting(this.info, this.socket) : null));
  readonly me = $derived(session.me?.name ?? '');
  readonly mine: readonly number[] = $derived.by(() =>
    Object.entries(this.seen?.players ?? {})
      .filter(([, player]) => this.me && player === this.me)
      .map(([seat]) => Number(seat)),
  );

  // The round that ended stays on the felt until chips go down for the next; a watcher sees it for a while.
  readonly #betweenRounds = $derived(
    Boolean(this.seen?.last) && (!this.seen?.round || this.seen.round.phase === 'wagering'),
  );
  readonly #chipsDown = $derived(this.mine.some((seat) => this.betting && sum(this.betting.stakesOf(seat)) > 0));
  readonly #lastIsMine = $derived(Boolean(this.seen?.last?.boxes.some((box) => box.mine)));
  readonly #showsLast = $derived(
    this.#betweenRounds &&
      !this.#chipsDown &&
      (!this.seen?.round || (this.mine.length ? this.#lastIsMine : !this.#watchedLong)),
  );
  /** The round that the felt is to show in the end. */
  readonly #round: RoundSeen | null = $derived((this.#showsLast ? this.seen?.last : this.seen?.round) ?? null);

  /** Chips on one's own boxes where the house may not know of them yet. */
  readonly stakes: Record<number, Stakes> = $derived.by(() => {
    const { betting } = this;
    if (this.#showsLast || !betting?.open) return {};
    return Object.fromEntries(this.mine.map((seat) => [seat, { ...betting.stakesOf(seat) }]));
  });
  /** What came of one's own wagers in the round that ended, and its number. */
  readonly lines: readonly ResultLine[] = $derived.by(() => {
    if (this.reveal.under || this.#chipsDown) return [];
    const last = this.#betweenRounds ? this.seen?.last : this.seen?.round;
    const boxes = new Set(last?.boxes.filter((box) => box.mine).map((box) => box.seat));
    return last?.lines.filter((line) => boxes.has(line.seat)) ?? [];
  });
  readonly number = $derived((this.#betweenRounds ? this.seen?.last?.number : this.seen?.round?.number) ?? 0);

  /** The box that the tray and the answers are for: the one being asked, else the one chosen, else the first. */
  readonly front = $derived.by(() => {
    const asked = this.seen?.offers.find((offers) => offers.actions.length)?.seat;
    return asked ?? (this.mine.includes(this.chosenSeat) ? this.chosenSeat : (this.mine[0] ?? 0));
  });
  /** The seats that may be taken: boxes of one player lie next to each other. */
  readonly free: readonly number[] = $derived.by(() => {
    const next = (seat: number): boolean => this.mine.some((one) => Math.abs(one - seat) === 1);
    return this.seen?.may_sit ? this.seen.seats_free.filter((seat) => !this.mine.length || next(seat)) : [];
  });

  /** What this sitting's rounds came to. */
  get net(): number {
    return this.#net.cents;
  }

  sit(seat: number): void {
    void this.socket.ask({ wish: 'sit', seat });
  }

  /** Follows the table for as long as the component lives that calls this when it is made. */
  follow(): void {
    $effect(() => this.socket.open());
    $effect(() => {
      get<TableInfo>(`/tables/${encodeURIComponent(this.table)}`).then(
        (found) => (this.info = found),
        (thrown: unknown) => (this.broken = sentenceOf(thrown)),
      );
    });
    $effect(() => {
      void this.seen;
      this.betting?.follow();
    });
    $effect(() => {
      void this.seen?.last?.number;
      this.#watchedLong = false;
      const timer = setTimeout(() => (this.#watchedLong = true), WATCHED_RESULTS_MS);
      return () => clearTimeout(timer);
    });
    $effect.pre(() => {
      if (this.info) this.reveal.follow(this.info.reveal, this.#round);
    });
    $effect(() => () => this.reveal.skip());
    $effect(() => {
      if (this.reveal.under) return;
      this.balance = this.seen?.balance_cents ?? null;
      this.#net.count(this.me, this.seen?.last ?? null);
    });
    $effect(() => {
      const { balance } = this;
      if (session.me && balance !== null && balance !== session.me.balance_cents) session.balance(balance);
    });
    $effect(() => {
      if (this.info && this.seen) this.coach.follow(this.info, this.seen);
    });
    $effect(() => {
      if (this.seen && !this.reveal.under) this.#tell(this.seen);
    });
  }

  /** Says and sounds what has changed at the table. */
  #tell(seen: TableSeen): void {
    const news = announced(this.#before, seen);
    if (news) this.said = news;
    const heard = this.#before && heardIn(this.#before, seen);
    this.#before = seen;
    if (heard) sound(heard);
  }
}
