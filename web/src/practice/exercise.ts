/** Situations to practise on: answers in words, and what they cost. */

import type { ActionValue, Exercise } from '../lib/api';
import { say } from './messages';

/** "Play 3x", "Fold", from "play:3" or "fold". */
export function answerWords(answer: string): string {
  const [action = '', times] = answer.split(':');
  if (times) return say('playTimes', { times });
  return say(action === 'fold' || action === 'check' ? action : 'play');
}

/** What an answer is worth less than the best one, on average, in cents. */
export function costIn(exercise: Exercise, given: ActionValue): number {
  return Math.max(0, ...exercise.actions.map((one) => one.ev_cents - given.ev_cents));
}

/** What is asked, from the cards that are seen. */
export function questionOf({ community, dealer_up }: Pick<Exercise, 'community' | 'dealer_up'>): string {
  if (community.length === 5) return say('askAllCards');
  if (community.length === 3) return say('askAfterFlop');
  return dealer_up.length ? say('askDealerShows') : say('askFirst');
}

/** The answers as they stand on the buttons: fold or check, then plays from the fewest antes up. */
export function inOrder(actions: readonly ActionValue[]): ActionValue[] {
  const place = ({ action, times }: ActionValue): number => (action === 'play' ? Number(times) : 0);
  return [...actions].sort((one, other) => place(one) - place(other));
}
