/** What the frame of every page says. */
import { messages } from './lib/language/catalogue';

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
  pit: 'Pit',
  cage: 'Cage',
  watch: 'Watch',
  desk: 'Desk',
  rules: 'Rules',
  odds: 'Odds',
  history: 'History',
  settings: 'Settings',
  users: 'Users',

  titleMissing: 'No such page · Croupier',
  pageNotFetched: 'This page could not be fetched',
  noPageHere: 'There is no page here',
  pageNotFetchedHint: 'The house may be restarting. Load the page again in a moment.',
  noPageHereHint: 'The address may be mistyped, or the table has been taken down.',
  toTheLobby: 'To the lobby',
});
