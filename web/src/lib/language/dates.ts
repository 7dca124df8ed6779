/** Times of the house, as people of this browser's place and language read them. */
import { datesIn } from './catalogue';

export const day = datesIn({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
export const hour = datesIn({ hour: '2-digit', minute: '2-digit' });
export const second = datesIn({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** "14:02", with its day where that is not today. */
export function moment(atMs: number, nowMs = Date.now()): string {
  return day(atMs) === day(nowMs) ? hour(atMs) : `${day(atMs)}, ${hour(atMs)}`;
}
