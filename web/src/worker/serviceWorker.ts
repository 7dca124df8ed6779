/// <reference lib="webworker" />
/**
 * The house without a network: the pages themselves, the lobby as it last was, and the rules.
 *
 * The house is always asked first, so that nobody sees an old page or an old lobby while it can be reached. A new version
 * waits until no page of the old one is open, or until somebody asks for it: a page never loses its own scripts.
 */
import { KEPT_AT, LOBBY, mayBeKept, RULEBOOKS, withoutPeople } from './keeping';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: what the app is made of, and a name for exactly that. */
declare const __SHELL__: { version: string; files: string[] };

const { version, files } = __SHELL__;
const FIRST_PAGE = '/';
const SHELL = `croupier-pages-${version}`;
const KEPT = `croupier-kept-${version}`;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, url));
  else if (mayBeKept(request.method, url)) event.respondWith(readOnly(request, url, event));
  else if (files.includes(url.pathname)) event.respondWith(part(request));
});

async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.addAll([FIRST_PAGE, ...files].map((file) => new Request(file, { cache: 'no-cache' })));
  await readAhead().catch(() => undefined); // without the rules one can still play
}

/** The lobby and every rule card, read once so that they are there when the network is not. */
async function readAhead(): Promise<void> {
  const [, rulebooks] = await Promise.all([LOBBY, RULEBOOKS].map((path) => fetchAndKeep(path)));
  const books = (await rulebooks!.json()) as { id: string }[];
  for (const { id } of books) await fetchAndKeep(`${RULEBOOKS}/${id}`);
}

async function fetchAndKeep(path: string): Promise<Response> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (answer.ok) await keep(path, answer.clone());
  return answer;
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== SHELL && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A page of the app: from the house, else the first page as it was kept, which makes sense of any address. */
async function page(request: Request, url: URL): Promise<Response> {
  try {
    return await fetch(request);
  } catch (lost) {
    if (url.pathname.startsWith('/api/')) throw lost;
    return (await caches.match(FIRST_PAGE, { cacheName: SHELL })) ?? Response.error();
  }
}

/** A script, style, font or picture of this version. */
async function part(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: SHELL })) ?? fetch(request);
}

async function readOnly(request: Request, url: URL, event: FetchEvent): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(url.pathname, answer.clone()));
    return answer;
  } catch (lost) {
    const kept = await caches.match(url.pathname, { cacheName: KEPT });
    if (!kept) throw lost;
    return kept;
  }
}

async function keep(path: string, answer: Response): Promise<void> {
  const body = withoutPeople(path, await answer.text());
  const headers = { 'content-type': 'application/json', [KEPT_AT]: String(Date.now()) };
  await (await caches.open(KEPT)).put(path, new Response(body, { headers }));
}
