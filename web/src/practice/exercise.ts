/** Situations to practise on: answers in words, and what they cost. */

import type { ActionValue, Exercise } from '../lib/api';

/** "Play 3x", "Fold", from "play:3" or "fold". */
export function answerWords(answer: string): string {
  const [action = '', times] = answer.split(':');
  return times ? `Play ${times}x` : action.charAt(0).toUpperCase() + action.slice(1);
}

/** What an answer is worth less than the best one, on average, in cents. */
export function costIn(exercise: Exercise, given: ActionValue): number {
  return Math.max(0, ...exercise.actions.map((one) => one.ev_cents - given.ev_cents));
}

/** What is asked, from the cards that are seen. */
export function questionOf({ community, dealer_up }: Pick<Exercise, 'community' | 'dealer_up'>): string {
  if (community.length === 5) return 'All cards are out. Play 1x or fold?';
  if (community.length === 3) return 'The flop is out. Play 2x or check?';
  return dealer_up.length ? 'The dealer shows a card. Play or fold?' : 'Your cards. What do you do?';
}

/** The answers as they stand on the buttons: fold or check, then plays from the fewest antes up. */
export function inOrder(actions: readonly ActionValue[]): ActionValue[] {
  const place = ({ action, times }: ActionValue): number => (action === 'play' ? Number(times) : 0);
  return [...actions].sort((one, other) => place(one) - place(other));
}
