/** Cards as the wire writes them, "As" or "Td", and as people say them. */

export type Suit = 's' | 'h' | 'd' | 'c';

export interface CardFace {
  rank: string;
  suit: Suit;
}

const RANKS: Record<string, string> = {
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
};
const SUITS: Record<Suit, string> = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

/** The face of a card, null where the text is none. */
export function faceOf(card: string | null): CardFace | null {
  if (!card || card.length !== 2) return null;
  const [rank = '', suit = ''] = card;
  return rank in RANKS && suit in SUITS ? { rank, suit: suit as Suit } : null;
}

/** "ace of spades"; "card face down" for one that may not be seen. */
export function spoken(card: string | null): string {
  const face = faceOf(card);
  return face ? `${RANKS[face.rank]} of ${SUITS[face.suit]}` : 'card face down';
}

/** A hand in words; cards face down are counted rather than told one by one. */
export function spokenHand(cards: readonly (string | null)[]): string {
  const seen = cards.filter((card) => card !== null).map(spoken);
  const down = cards.length - seen.length;
  if (down) seen.push(down === 1 ? 'one card face down' : `${down} cards face down`);
  return seen.join(', ');
}
