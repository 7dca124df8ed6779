import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Everything the server sends comes from its own address: no data: addresses, no inline script or style.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/croupier/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8021', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
