import { expect, test } from 'vitest';
import { bundleOf } from './bundle';

test('a bundle names each round once', () => {
  const rounds = [
    { table: 'oak-1', round: 12 },
    { table: 'oak-2', round: 3 },
    { table: 'oak-1', round: 12 },
  ];
  const address = new URL(bundleOf(rounds), 'http://house.invalid');
  expect(address.pathname).toBe('/api/watch/bundle');
  expect(address.searchParams.get('rounds')).toBe('oak-1.12,oak-2.3');
});
