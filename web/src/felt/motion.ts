/** How things move on the felt: cards out of the shoe, face down until they lie; chips from the rack and to it. */
import type { Attachment } from 'svelte/attachments';
import { turnUp } from '../cards/turn';
import type { DealStep, RoundSeen } from '../lib/api';
import { CHIPS_MS, CHIPS_OVERLAP_MS, DEAL_MS, EASE, FADE_MS, OVERLAP_MS } from '../lib/pace';
import { settings } from '../lib/settings.svelte';
import { dealOrder, type Place } from './order';

/** Remembers what lay on the felt, so that only what is new moves, in the order it was dealt or settled. */
export class Motion {
  shoe: HTMLElement | undefined;
  rack: HTMLElement | undefined;
  #round = -1;
  #lying = new Set<Place>();
  #turn = new Map<Place, number>();
  #settled = new Map<string, number>();

  /** Takes in a round before it is drawn. */
  look(deal: readonly DealStep[], round: RoundSeen | null): void {
    const first = this.#round === -1;
    const sameRound = round?.number === this.#round;
    const order = round ? dealOrder(deal, round) : [];
    const fresh = first ? [] : order.filter((place) => !sameRound || !this.#lying.has(place));
    this.#turn = new Map(fresh.map((place, turn) => [place, turn]));
    this.#lying = new Set(order);
    const paid = round && !first && (sameRound || !this.#settled.size) ? round.lines : [];
    this.#settled = new Map(paid.map((line, turn) => [`${line.seat}.${line.wager}`, turn]));
    this.#round = round?.number ?? 0;
  }

  /** A card slides out of the shoe to where it lies. */
  dealt(place: Place): Attachment<HTMLElement> {
    return (card) => {
      const turn = this.#turn.get(place);
      if (turn === undefined) return;
      this.#turn.delete(place);
      const flight = slide(card, this.shoe, { duration: DEAL_MS, delay: turn * OVERLAP_MS, turned: 12 });
      if (settings.still) return;
      card.dataset.flying = '';
      const lands = (): void => {
        delete card.dataset.flying;
        if (card.querySelector('[data-suit]')) turnUp(card);
      };
      flight.finished.then(lands, lands);
    };
  }

  /** Chips that a wager is paid slide from the rack, in the order of settlement. */
  paid(seat: number, wager: string): Attachment<HTMLElement> {
    return (chips) => {
      const turn = this.#settled.get(`${seat}.${wager}`);
      if (turn !== undefined) slide(chips, this.rack, { duration: CHIPS_MS, delay: turn * CHIPS_OVERLAP_MS });
    };
  }

  /** Chips that a wager has lost slide to the rack and are gone. */
  collected(seat: number, wager: string): Attachment<HTMLElement> {
    return (chips) => {
      const turn = this.#settled.get(`${seat}.${wager}`) ?? 0;
      if (!this.#settled.size) chips.hidden = true;
      else slide(chips, this.rack, { duration: CHIPS_MS, delay: turn * CHIPS_OVERLAP_MS, away: true });
    };
  }
}

interface Way {
  duration: number;
  delay: number;
  turned?: number;
  away?: boolean;
}

function slide(element: HTMLElement, other: HTMLElement | undefined, way: Way): Animation {
  const here = { transform: 'none', opacity: 1 };
  let there = { transform: 'none', opacity: 0 };
  if (!settings.still && other) {
    const from = other.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    const across = from.x + from.width / 2 - (to.x + to.width / 2);
    const down = from.y + from.height / 2 - (to.y + to.height / 2);
    there = { transform: `translate(${across}px, ${down}px) rotate(${way.turned ?? 0}deg)`, opacity: 1 };
  }
  return element.animate(way.away ? [here, { ...there, opacity: 0 }] : [there, here], {
    duration: settings.still ? FADE_MS : way.duration,
    delay: settings.still ? 0 : way.delay,
    easing: EASE,
    fill: way.away ? 'both' : 'backwards',
  });
}
