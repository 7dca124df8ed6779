/** What the felt shows while a round is revealed: the truth is known at once, and told beat by beat. */
import type { RevealStep, RoundSeen } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { sound } from '../lib/sounds';
import { beatsOf, type Beat } from './beats';

export class Reveal {
  /** The round as the felt shows it now. */
  shown = $state.raw<RoundSeen | null>(null);
  /** Whether something is still to come that is known already. */
  under = $state(false);
  #known: RoundSeen | null = null;
  #left: Beat[] = [];
  #timer = 0;

  /** Takes in how the round is. */
  follow(steps: readonly RevealStep[], round: RoundSeen | null): void {
    if (round === this.#known) return;
    const before = this.#known;
    this.skip();
    this.#known = round;
    this.#left = settings.still ? [] : beatsOf(steps, before, round);
    this.under = this.#left.length > 0;
    if (this.under) this.#next();
    else this.shown = round;
  }

  /** Shows the end of it now. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#left = [];
    this.shown = this.#known;
    this.under = false;
  }

  #next(): void {
    const beat = this.#left.shift();
    if (!beat) return this.skip();
    this.shown = beat.round;
    if (beat.heard) sound(beat.heard);
    this.#timer = window.setTimeout(() => this.#next(), beat.ms);
  }
}
