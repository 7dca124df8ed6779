/** What the frame of every page says. */
import { messages } from './lib/catalogue';

export const say = messages('house', {
  skipToThePage: 'Skip to the page',
  offlineSince: 'You are offline; this is from {moment}.',
  newerPages: 'The house has newer pages than this one.',
  loadNewerPages: 'Load them',
  homeLabel: 'Croupier, the lobby',
  nameOfHouse: 'Croupier',
  navigationLabel: 'The house',
  signIn: 'Sign in',
  lobby: 'Lobby',
  rules: 'Rules',
  odds: 'Odds',
  history: 'History',
  settings: 'Settings',
  users: 'Users',
});
