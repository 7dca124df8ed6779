/** Shifts of a table, as this browser's place has them. */
import { say } from './messages';

/** What shifts are, until somebody says otherwise: eight hours each, the first from six in the morning. */
export const USUAL_SHIFTS = { hours: 8, from: '06:00' };

/** A moment at which a shift begins: today at that time of the day; "" is midnight. */
export function shiftFromMs(timeOfDay: string, nowMs = Date.now()): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return new Date(nowMs).setHours(hours, minutes, 0, 0);
}

/** A moment as a field of date and time has it, of this browser's place: "2027-01-31T18:00". */
export function fieldOf(atMs: number): string {
  const at = new Date(atMs);
  return new Date(atMs - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const percent = (part: number | null): string =>
  part === null ? say('noHold') : `${(part * 100).toFixed(2)} %`;
