/** Commitments that this browser was shown before their shuffles were opened: no file can prove by itself when it was
 * written, so a proof is worth more where one remembers what was published. */

const KEY = 'croupier.commitments';
const MOST = 300;

type Seen = [commitment: string, atMs: number];

function kept(): Seen[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Seen[]) : [];
  } catch {
    return [];
  }
}

/** Notes a commitment, with the time of its first sight. */
export function remember(commitment: string, atMs: number): void {
  const seen = kept();
  if (!commitment || seen.some(([known]) => known === commitment)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen, [commitment, atMs]].slice(-MOST)));
  } catch {
    // A browser that keeps nothing cannot remember; the other checks hold without it.
  }
}

/** When this browser was first shown a commitment, null where it never was. */
export function rememberedAt(commitment: string): number | null {
  return kept().find(([known]) => known === commitment)?.[1] ?? null;
}
