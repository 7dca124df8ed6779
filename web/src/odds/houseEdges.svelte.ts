/** The edges of all tables, asked for once and again while some are still being counted. */

import type { TableEdges } from '../lib/api';
import { get } from '../lib/connection/http';

const AGAIN_MS = 3000;

export class HouseEdges {
  byTable = $state.raw<ReadonlyMap<string, TableEdges>>(new Map());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  /** Keeps asking until all are counted, or the answer is called. */
  follow(): () => void {
    return () => {
      this.#left = true;
      clearTimeout(this.#timer);
    };
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer);
    let counting = true;
    try {
      const found = await get<TableEdges[]>('/odds');
      this.byTable = new Map(found.map((one) => [one.table, one]));
      counting = found.some((one) => one.counting);
    } catch {
      // The lobby says that the house is away; the edges come when it is back.
    }
    if (counting && !this.#left) this.#timer = setTimeout(() => void this.load(), AGAIN_MS);
  }
}
