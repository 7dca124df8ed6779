/** Two sides compared: what differs at once, and the edges as they are worked out. */
import type { ComparisonSeen, EdgesCompared } from '../lib/api';
import { get } from '../lib/connection/http';

const AGAIN_MS = 700;

export class Comparing {
  seen = $state.raw<ComparisonSeen | null>(null);
  edges = $state.raw<EdgesCompared | null>(null);
  failed = $state.raw<unknown>(null);
  edgesFailed = $state.raw<unknown>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Compares these two from now on; what was asked before is not waited for any more. */
  async ask(left: string, right: string): Promise<void> {
    this.stop();
    const asked = this.#asked;
    [this.seen, this.edges, this.failed, this.edgesFailed] = [null, null, null, null];
    if (!left || !right) return;
    const query = `left=${encodeURIComponent(left)}&right=${encodeURIComponent(right)}`;
    try {
      const seen = await get<ComparisonSeen>(`/compare?${query}`);
      if (asked !== this.#asked) return;
      this.seen = seen;
    } catch (thrown) {
      if (asked === this.#asked) this.failed = thrown;
      return;
    }
    await this.#askEdges(query, asked);
  }

  async #askEdges(query: string, asked: number): Promise<void> {
    try {
      const edges = await get<EdgesCompared>(`/compare/edges?${query}`);
      if (asked !== this.#asked) return;
      this.edges = edges;
      if (edges.done < edges.wanted) {
        this.#timer = setTimeout(() => void this.#askEdges(query, asked), AGAIN_MS);
      }
    } catch (thrown) {
      if (asked === this.#asked) this.edgesFailed = thrown;
    }
  }

  stop(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }
}
