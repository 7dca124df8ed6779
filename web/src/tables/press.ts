/** Two presses that were meant as one: by the second, something else may lie under the pointer. */

const ECHO_MS = 350;

export class Presses {
  #touched = Number.NEGATIVE_INFINITY;

  /** Whether a press is the second of a double click, or of a double tap, which no browser counts. */
  echoes(event: MouseEvent): boolean {
    const touch = (event as PointerEvent).pointerType === 'touch';
    const soon = touch && event.timeStamp - this.#touched < ECHO_MS;
    if (touch) this.#touched = event.timeStamp;
    return event.detail > 1 || soon;
  }
}
