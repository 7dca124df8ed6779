/** How long something has been so. */
import { say } from './messages';

/** "45 s", "2 min 5 s", "1 h 20 min"; never less than nothing. */
export function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return say('ageSeconds', { seconds });
  if (minutes < 60) return say('ageMinutes', { minutes, seconds: seconds % 60 });
  return say('ageHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
