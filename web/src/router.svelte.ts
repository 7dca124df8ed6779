/** Which page the address asks for. Links are plain <a href>; the router takes the click and keeps the page. */

export interface Route {
  page: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
}

/** Address patterns and the page each shows; `:name` is a part of the address handed to the page in `params`. */
const ROUTES: readonly (readonly [string, string])[] = [
  ['/', 'Lobby'],
  ['/sign-in', 'SignIn'],
  ['/tables/:table', 'Table'],
  ['/tables/:table/odds', 'Odds'],
  ['/tables/:table/practice', 'Practice'],
  ['/deal/:table', 'Deal'],
  ['/pit', 'Pit'],
  ['/pit/:table', 'Result'],
  ['/cage', 'Cage'],
  ['/watch', 'Watch'],
  ['/pit/:table/slips', 'Slips'],
  ['/pit/:table/devices', 'Devices'],
  ['/pit/:table/rules', 'TableRules'],
  ['/pit/tables/new', 'TableRules'],
  ['/desk', 'Desk'],
  ['/desk/studio', 'Studio'],
  ['/desk/components', 'Components'],
  ['/desk/compare', 'Compare'],
  ['/desk/review', 'Review'],
  ['/desk/review/:filing', 'Review'],
  ['/desk/:filing', 'Filing'],
  ['/history', 'History'],
  ['/history/:table/:round', 'Round'],
  ['/rules', 'Rules'],
  ['/rules/:rulebook', 'Rulebook'],
  ['/odds', 'Odds'],
  ['/settings', 'Settings'],
  ['/account', 'Account'],
  ['/users', 'Users'],
  ['/verify', 'Verify'],
];

/** The route of an address such as "/history/oak-1/12?step=3"; the page "Missing" where there is none. */
export function routeOf(address: string): Route {
  const url = new URL(address, 'http://house.invalid');
  const parts = url.pathname.split('/').filter(Boolean);
  for (const [pattern, page] of ROUTES) {
    const wanted = pattern.split('/').filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((want, place) => {
      const part = parts[place] ?? '';
      if (!want.startsWith(':')) return want === part;
      try {
        params[want.slice(1)] = decodeURIComponent(part);
      } catch {
        return false;
      }
      return true;
    });
    if (fits) return { page, path: url.pathname, params, query: url.searchParams };
  }
  return { page: 'Missing', path: url.pathname, params: {}, query: url.searchParams };
}

class Router {
  route = $state.raw<Route>(routeOf('/'));

  /** Follows the address bar from now on, and the links of the page. */
  start(): void {
    this.#read();
    window.addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  go(address: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.route = routeOf(location.pathname + location.search);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
