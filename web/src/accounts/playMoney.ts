/** A guest's chips: play money, which buys nothing and of which there is always more. */
import type { Me } from '../lib/api';
import { post } from '../lib/connection/http';
import { session } from '../lib/session.svelte';

export const GUEST_CENTS = 100_000;

/** Takes play money for whoever is here as a guest. */
export async function takePlayMoney(): Promise<Me> {
  const served = await post<Me>('/cage/buy-in', { id: crypto.randomUUID(), cents: GUEST_CENTS });
  await session.load();
  return served;
}
