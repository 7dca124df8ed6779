/** Whether what is shown comes from this browser rather than from the house, and from when it is. */
/** The service worker's word for when it kept an answer; answers of the house have no such header. */
const KEPT_AT = 'x-kept-at';

class Offline {
  /** When the oldest of what is shown was kept, null while the house answers. */
  since = $state<number | null>(null);
  /** How often the network has come back behind something kept, which is then to be asked for again. */
  returned = $state(0);

  start(): void {
    window.addEventListener('online', () => {
      if (this.since !== null) this.returned += 1;
      this.since = null;
    });
  }

  /** Takes in an answer: one from the house, or one that was kept at a time. */
  answered({ headers }: Response): void {
    const at = Number(headers.get(KEPT_AT) ?? NaN);
    this.since = Number.isNaN(at) ? null : Math.min(this.since ?? at, at);
  }
}

export const offline = new Offline();
