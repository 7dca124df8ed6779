import { EASE, FADE_MS, FLIP_MS } from '../lib/pace';
import { settings } from '../lib/settings.svelte';

/** A card is turned over where it lies. */
export function turnUp(card: HTMLElement): void {
  if (settings.still) card.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
  else {
    const edge = { transform: 'perspective(600px) rotateY(-90deg)' };
    card.animate([edge, { transform: 'perspective(600px) rotateY(0)' }], { duration: FLIP_MS, easing: EASE });
  }
}
