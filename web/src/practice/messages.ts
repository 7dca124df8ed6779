/** What `practice` says. */
import { messages } from '../lib/catalogue';

export const say = messages('practice', {
  worthMoreHere: 'Here {answer} is worth more:',
  whyRuleDiffers: 'the published rule is short, and counts the main game alone.',
  playTimes: 'Play {times}x',
  play: 'Play',
  check: 'Check',
  fold: 'Fold',
  askAllCards: 'All cards are out. Play 1x or fold?',
  askAfterFlop: 'The flop is out. Play 2x or check?',
  askDealerShows: 'The dealer shows a card. Play or fold?',
  askFirst: 'Your cards. What do you do?',
});
