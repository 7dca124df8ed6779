/** Cards as a dealer types them: "kd as", "K D A S" or "10h", with or without spaces. */
import { faceOf } from '../lib/cards';

export const RANKS = 'AKQJT98765432';
export const SUITS = 'shdc';

/** What was typed, card by card; what is no card yet stays as it was typed. */
export function typed(text: string): string[] {
  const letters = text.replace(/10/g, 'T').replace(/[^a-z0-9]/gi, '');
  const cards: string[] = [];
  for (let at = 0; at < letters.length; at += 2) {
    const [rank = '', suit = ''] = letters.slice(at, at + 2);
    cards.push(rank.toUpperCase() + suit.toLowerCase());
  }
  return cards;
}

/** Whether as many cards were typed as there are, each of them one; nobody knows that of 0, for any number. */
export function complete(text: string, most: number): boolean {
  const cards = typed(text);
  return most > 0 && cards.length === most && cards.every((card) => faceOf(card) !== null);
}
