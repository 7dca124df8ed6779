/** Cards as the wire writes them, "As" or "Td", and as people say them. */
import { say } from './messages';

export type Suit = 's' | 'h' | 'd' | 'c';

export interface CardFace {
  rank: keyof typeof RANKS;
  suit: Suit;
}

/** What a rank and a suit are called, by the names of their messages. */
const RANKS = {
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  T: 'ten',
  '9': 'nine',
  '8': 'eight',
  '7': 'seven',
  '6': 'six',
  '5': 'five',
  '4': 'four',
  '3': 'three',
  '2': 'two',
} as const;
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' } as const;

/** The face of a card, null where the text is none. */
export function faceOf(card: string | null): CardFace | null {
  if (!card || card.length !== 2) return null;
  const [rank = '', suit = ''] = card;
  return rank in RANKS && suit in SUITS ? ({ rank, suit } as CardFace) : null;
}

/** "ace of spades"; "card face down" for one that may not be seen. */
export function spoken(card: string | null): string {
  const face = faceOf(card);
  return face ? say('cardName', { rank: say(RANKS[face.rank]), suit: say(SUITS[face.suit]) }) : say('faceDown');
}

/** A hand in words; cards face down are counted rather than told one by one. */
export function spokenHand(cards: readonly (string | null)[]): string {
  const seen = cards.filter((card) => card !== null).map(spoken);
  const down = cards.length - seen.length;
  if (down) seen.push(say('cardsFaceDown', { count: down }));
  return seen.join(', ');
}
