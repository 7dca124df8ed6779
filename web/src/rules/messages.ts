/** What `rules` says. */
import { messages } from '../lib/catalogue';

export const say = messages('rules', {
  clause: 'Clause',
  clauseNamed: 'Clause {clause}',
  close: 'Close',
  lookingItUp: 'Looking it up…',
  ourReading: 'How we read it',
  inTheRulebook: 'In the rulebook',
  readingNumber: 'Reading',
  columnHand: 'Hand',
});
