import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { shell, WORKER } from './shell.ts';
import media from './src/styles/media.json' with { type: 'json' };

/** `@media (--phone)` in any style sheet is the width that media.json gives that name; an unknown name stops the build. */
const namedWidths = {
  postcssPlugin: 'named-widths',
  AtRule: {
    media(rule: { params: string }): void {
      rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
        const width = (media as Record<string, string>)[name];
        if (!width) throw new Error(`No width is called --${name}: see src/styles/media.json.`);
        return width;
      });
    },
  },
};

// Everything the server sends comes from its own address: no data: addresses, no inline script or style.
export default defineConfig({
  plugins: [svelte(), shell()],
  css: { postcss: { plugins: [namedWidths] } },
  build: {
    outDir: '../src/croupier/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', worker: 'src/worker/serviceWorker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? WORKER : 'assets/[name]-[hash].js'),
        // What several pages use lies together by its folder: dozens of files of a few hundred bytes hardly compress.
        codeSplitting: {
          groups: [{ name: 'lib', test: /node_modules|\/src\/lib\/|router|preload-helper/, minShareCount: 2 }],
        },
      },
    },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first that know light-dark()
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8021', ws: true } } },
  test: { include: ['src/**/*.test.ts'], css: true },
});
