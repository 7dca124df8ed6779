/** How many seconds something has been going on, for whoever waits for it. */
export class Watch {
  seconds = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  start(): void {
    if (this.#timer) return;
    const began = performance.now();
    this.#timer = setInterval(() => (this.seconds = Math.floor((performance.now() - began) / 1000)), 200);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.seconds = 0;
  }
}
