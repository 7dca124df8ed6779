import { expect, it } from 'vitest';
import { routeOf } from './router.svelte';

it.each([
  ['/', 'Lobby', {}],
  ['/tables/three-card', 'Table', { table: 'three-card' }],
  ['/tables/three-card/practice?seed=7', 'Practice', { table: 'three-card' }],
  ['/history/three-card/12?step=3', 'Round', { table: 'three-card', round: '12' }],
  ['/rules/md-uth/', 'Rulebook', { rulebook: 'md-uth' }],
  ['/desk/compare?left=1&right=md-tcp', 'Compare', {}],
  ['/desk/12', 'Filing', { filing: '12' }],
  ['/tables/a%20b', 'Table', { table: 'a b' }],
  ['/tables/%E0%A4%A', 'Missing', {}],
  ['/nowhere', 'Missing', {}],
])('%s is the page %s', (address, page, params) => {
  expect(routeOf(address)).toMatchObject({ page, params });
});
