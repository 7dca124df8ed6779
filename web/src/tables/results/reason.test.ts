import { expect, it } from 'vitest';
import type { ResultLine } from '../../lib/api';
import { reasonOf } from './reason';

const line = (outcome: string, sentence: string, more: Partial<ResultLine> = {}) =>
  ({ title: 'Blind', outcome, sentence, hand: '', odds: '', ...more }) as ResultLine;

it.each([
  [line('lose', "Blind loses $10: the dealer's hand is higher."), "The dealer's hand is higher"],
  [
    line('push', 'Blind is a push, $10 back: you win with less than a straight.', { hand: 'Less than straight' }),
    'You win with less than a straight: Blind pushes',
  ],
  [
    line('win', "Blind pays $10, 1 to 1: your hand beats the dealer's.", { odds: '1 to 1' }),
    "Your hand beats the dealer's, pays 1 to 1",
  ],
  [line('win', 'Blind pays $40, 40 to 1.', { hand: 'Flush', odds: '40 to 1' }), 'Flush, pays 40 to 1'],
  [line('void', 'Blind, $10, goes back: the round is void.'), 'The round is void: the chips go back'],
])('says why in a sentence', (given, said) => {
  expect(reasonOf(given)).toBe(said);
});
