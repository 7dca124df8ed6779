/** What `rules` says. */
import { messages } from '../lib/language/catalogue';

export const say = messages('rules', {
  clause: 'Clause',
  clauseNamed: 'Clause {clause}',
  close: 'Close',
  lookingItUp: 'Looking it up…',
  ourReading: 'How we read it',
  inTheRulebook: 'In the rulebook',
  readingNumber: 'Reading',
  columnHand: 'Hand',

  titleRulebook: '{id} · Rules · Croupier',
  allRulebooks: 'All rulebooks',
  compareTwo: 'Compare two rulebooks',
  compareWith: 'Compare it with another',
  fetchingRulebook: 'Fetching the rulebook…',
  sections: 'Sections',
  readings: 'Readings',
  operatorFiles: 'What an operator must file here',
  readingsHint: 'What we decided where the text contradicts itself or says nothing.',
  titleRules: 'Rules · Croupier',
  rules: 'Rules',
  rulesHint: 'Every table here is run by one of these documents, clause by clause, in our words.',
  fetchingRulebooks: 'Fetching the rulebooks…',
  howShufflesAreProved: 'How a shuffle is proved: play a round, open it in your history and verify it there.',
  yourHistory: 'Your history',
  checkAProofFile: 'Check a proof file',
});
