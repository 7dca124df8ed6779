/** What is said on many pages: cards, roles, and what to do when the house does not answer. */
import { messages } from './language/catalogue';

export const say = messages('lib', {
  tryAgain: 'Try again',
  unreachable: 'The house cannot be reached. Check the connection and try again.',

  cardName: '{rank} of {suit}',
  ace: 'ace',
  king: 'king',
  queen: 'queen',
  jack: 'jack',
  ten: 'ten',
  nine: 'nine',
  eight: 'eight',
  seven: 'seven',
  six: 'six',
  five: 'five',
  four: 'four',
  three: 'three',
  two: 'two',
  spades: 'spades',
  hearts: 'hearts',
  diamonds: 'diamonds',
  clubs: 'clubs',
  faceDown: 'card face down',
  cardsFaceDown: { one: 'one card face down', other: '{count} cards face down' },

  player: 'player',
  dealer: 'dealer',
  floor: 'floor',
  casino_supervisor: 'casino supervisor',
  cashier: 'cashier',
  surveillance: 'surveillance',
  department: 'table games department',
  regulator: 'regulator',
  admin: 'admin',
});
