/** Times of the house, as people of this browser's place read them. */

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const SECOND = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** "14:02", with its day where that is not today. */
export function moment(atMs: number, nowMs = Date.now()): string {
  return day(atMs) === day(nowMs) ? hour(atMs) : `${day(atMs)}, ${hour(atMs)}`;
}

export const day = (atMs: number): string => DAY.format(atMs);
export const hour = (atMs: number): string => HOUR.format(atMs);
export const second = (atMs: number): string => SECOND.format(atMs);
