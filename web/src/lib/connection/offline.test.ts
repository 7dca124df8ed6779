import { expect, test } from 'vitest';
import { KEPT_AT } from '../../worker/keeping';
import { offline } from './offline.svelte';

const kept = (at: number): Response => new Response('', { headers: { [KEPT_AT]: String(at) } });

test('the oldest of what is kept counts, and an answer of the house ends it', () => {
  expect(offline.since).toBeNull();
  offline.answered(kept(2000));
  offline.answered(kept(1000));
  offline.answered(kept(3000));
  expect(offline.since).toBe(1000);
  offline.answered(new Response(''));
  expect(offline.since).toBeNull();
});
