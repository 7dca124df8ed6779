/** Whether the house has newer pages than this one, so that nobody is left with an old one that no longer fits. */
const ADDRESS = '/version.json';
const TRIED = 'croupier.renewed';
const LEAST_MS = 10_000;

class Version {
  /** The house serves another version than this page is of. */
  old = $state(false);
  #looked = -LEAST_MS;
  #newest = '';

  /** Looks from now on when the page is turned to again, and when a network is back. */
  start(): void {
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.look());
    window.addEventListener('online', () => void this.look());
  }

  /** Asks the house what it serves; not more often than every few seconds, unless something is amiss. */
  async look(amiss = false): Promise<boolean> {
    if (this.old || (!amiss && performance.now() - this.#looked < LEAST_MS)) return this.old;
    this.#looked = performance.now();
    try {
      const told = (await (await fetch(ADDRESS, { cache: 'no-store' })).json()) as { version?: string };
      const mine = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content;
      this.#newest = told.version ?? mine ?? '';
      this.old = this.#newest !== mine && this.#newest !== sessionStorage.getItem(TRIED);
    } catch {
      // Out of reach, or not built: nothing is known to be newer.
    }
    return this.old;
  }

  /** Loads the newer version (once: two houses behind one address must not send a page to and fro) and lets its service worker take over. */
  async renew(address: string = location.href): Promise<void> {
    sessionStorage.setItem(TRIED, this.#newest);
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.waiting?.postMessage('take over');
    location.assign(address);
  }
}

export const version = new Version();
