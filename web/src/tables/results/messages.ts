/** What `results` says. */
import { messages } from '../../lib/language/catalogue';

export const say = messages('results', {
  even: 'Even',
  push: 'push',
  eachWager: 'Each wager',
  seatName: 'Seat {seat}',
  paysOdds: 'pays {odds}',
  pushesBecause: '{why}: {title} pushes',
  pushes: '{title} pushes',
  chipsGoBackBecause: '{why}: the chips go back',
  chipsGoBack: 'The chips go back',
});
