/** For the service worker: what the built app is made of, and a version that names exactly that. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Files that are served as they lie in public/, and that the app needs without a network. */
const PUBLIC = ['/icon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];
export const WORKER = 'service-worker.js';

/**
 * Replaces `__SHELL__` in the worker, tells the first page its version, and writes version.json for pages that are open.
 *
 * The version stands in the first page, which is never kept by browsers, and not in scripts, which are kept by name.
 */
export const shell = (): Plugin => ({
  name: 'shell',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
    const worker = bundle[WORKER];
    if (worker?.type !== 'chunk') throw new Error(`${WORKER} was not built.`);
    const version = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16);
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('index.html was not built.');
    page.source = String(page.source).replace('__VERSION__', version);
    const files = [...PUBLIC, ...names.map((name) => `/${name}`)];
    worker.code = worker.code.replaceAll('__SHELL__', JSON.stringify({ version, files }));
    this.emitFile({ type: 'asset', fileName: 'version.json', source: `${JSON.stringify({ version })}\n` });
  },
});
