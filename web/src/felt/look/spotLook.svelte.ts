/** Which spot somebody looks at: with the pointer at rest on it, by the keyboard's focus, or with a finger that stays. */
import type { Attachment } from 'svelte/attachments';
import type { Spot } from '../../lib/api';

export interface Looked {
  spot: Spot;
  /** Why no chip may be put there now, "" where one may. */
  why: string;
  node: HTMLElement;
}

const REST_MS = 400;
const STAY_MS = 450;
/** Time to move the pointer from the spot to what is told of it. */
const LEAVE_MS = 200;
const STILL_PX = 10;

export class SpotLook {
  at = $state.raw<Looked | null>(null);
  /** What tells of a spot is described by this. */
  readonly id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The spot that is waited at or told of. */
  #waits: HTMLElement | null = null;
  /** Whether the pointer brought it about: only then its leaving ends it, for one that rests may lie under what appears. */
  #hovered = false;

  constructor(id: string) {
    this.id = id;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.at?.node.removeAttribute('aria-describedby');
    this.at = null;
  }

  /** The pointer is on what is told: it stays. */
  stay(): void {
    if (this.#hovered) clearTimeout(this.#timer);
  }

  leave(): void {
    if (this.#hovered) this.#after(LEAVE_MS, () => this.close());
  }

  #after(time: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, time);
  }

  #open(looked: Looked): void {
    this.close();
    looked.node.setAttribute('aria-describedby', this.id);
    this.at = looked;
  }

  /** Lets one look at a spot. A press puts a chip there as ever; only a finger that stays looks instead. */
  on(spot: Spot, why: () => string): Attachment<HTMLElement> {
    return (node) => {
      const open = (): void => this.#open({ spot, why: why(), node });
      const after = (time: number, hovered: boolean, then: () => void): void => {
        [this.#waits, this.#hovered] = [node, hovered];
        this.#after(time, then);
      };
      const betting = node instanceof HTMLButtonElement;
      let from: [number, number] | null = null;
      let looked = false;

      const listening: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void } = {
        pointerenter: ({ pointerType }) => {
          if (pointerType === 'mouse') after(this.at ? LEAVE_MS : REST_MS, true, open);
        },
        pointerleave: ({ pointerType }) => {
          if (pointerType === 'mouse' && this.#waits === node) this.leave();
        },
        pointerdown: ({ pointerType, clientX, clientY }) => {
          looked = false;
          if (pointerType === 'mouse') return this.close();
          from = [clientX, clientY];
          after(betting ? STAY_MS : 0, false, () => {
            if (!from) return;
            looked = betting;
            open();
          });
        },
        pointermove: ({ clientX, clientY }) => {
          if (from && Math.hypot(clientX - from[0], clientY - from[1]) > STILL_PX) stop();
        },
        pointerup: () => betting && stop(),
        pointercancel: () => stop(),
        contextmenu: (event) => {
          if (from || looked) event.preventDefault();
        },
        click: (event) => {
          if (!looked) return;
          looked = false;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        focus: () => {
          if (node.matches(':focus-visible')) after(REST_MS, false, open);
        },
        blur: () => {
          if (this.#waits === node) this.close();
        },
      };
      const stop = (): void => {
        if (from && !looked) clearTimeout(this.#timer);
        from = null;
      };
      for (const [name, heard] of Object.entries(listening))
        node.addEventListener(name, heard as EventListener, { capture: true });
      return () => {
        for (const [name, heard] of Object.entries(listening))
          node.removeEventListener(name, heard as EventListener, { capture: true });
        if (this.at?.node === node) this.close();
      };
    };
  }
}
