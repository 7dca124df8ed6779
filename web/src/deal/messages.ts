/** What the dealer's screen says of itself; what is due, and why something is not, comes from the house. */
import { messages } from '../lib/language/catalogue';

export const say = messages('deal', {
  title: 'Deal {table} · Croupier',
  signIn: 'Sign in',
  signInFirst: 'Sign in as the dealer of this table, or of the floor: this is their screen.',
  notYours: 'This screen is for the dealer and the floor. You are signed in as {role}: you may watch the table.',
  houseDeals: 'The house deals at this table by itself; there is nothing for a dealer to do here.',
  watchTable: 'Watch the table',
  toTheLobby: 'To the lobby',
  notShown: 'This table is not shown',
  coming: 'Coming to the table.',
  reconnecting: 'Reconnecting; what was done is safe.',
  over: 'The house has ended this connection.',
  comeBack: 'Come back',

  round: 'Round {number}',
  you: '{role} {name}',
  lobby: 'Lobby',
  keyEnter: 'Enter',
  keyEnterDoes: 'Say what was found, and that it is done',
  keyEscape: 'Escape',
  keyEscapeDoes: 'Go back',

  nowLabel: 'What is due',
  now: 'Now',
  next: 'Next',
  sayAloud: 'Say',
  waitingFor: 'Waiting for the {role}: {duty}',
  done: 'Done',
  doneKey: 'Space',

  callFloor: 'Call the floor to seat {seat}',
  ruleOnSeat: 'Rule on seat {seat}',

  feltLabel: 'The felt, as the dealer sees it',
  dealerCards: 'Dealer',
  community: 'Community',
  bonusBox: 'Bonus box',
  seat: 'Seat {seat}',
  seatOf: 'Seat {seat}, {name}',
  seatEmpty: 'Seat {seat}, empty',
  noWager: 'no wager',
  folded: 'folded',
  asked: 'is asked',
  ready: 'ready',
  racked: 'cards away',

  handling: 'Handling rules',
  handlingNone: 'No standing rules here: the table’s device handles the cards.',
  close: 'Close',

  ordersFor: 'What the floor may order',
  orderReason: 'Reason of an order',
});
