import { expect, it } from 'vitest';
import type { ActionOffer, FeltSeat } from '../../lib/api';
import { amountCents, amountText, answerKeys, repeating } from './entry';

it('reads an amount in dollars, and nothing else', () => {
  expect(['10', '2.5', '2.50', ' 7 ', '0'].map(amountCents)).toEqual([1000, 250, 250, 700, 0]);
  expect(['', '-1', '1.234', 'ten', '1,000', '1.'].map(amountCents)).toEqual([null, null, null, null, null, null]);
});

it('writes an amount as it is typed', () => {
  expect([1000, 250, 0].map(amountText)).toEqual(['10', '2.50', '0']);
});

const answer = (action: ActionOffer['action'], times = ''): ActionOffer => ({
  action,
  times,
  stake_cents: 0,
  label: '',
  warning: '',
});

it('has a key for every answer, halves too', () => {
  const answers = [answer('play', '1'), answer('play', '1.5'), answer('play', '2'), answer('play', '2.5')];
  expect(answerKeys([...answers, answer('fold')])).toEqual(['1', 'q', '2', 'w', 'f']);
  expect(answerKeys([answer('check'), answer('play', '4')])).toEqual(['c', '4']);
});

it('repeats for who wagered last round and has nothing down', () => {
  const seat = (number: number, last_cents: Record<string, number>): FeltSeat =>
    ({ seat: number, last_cents }) as unknown as FeltSeat;
  const seats = [seat(1, { ante: 500 }), seat(2, {}), seat(3, { ante: 500 })];
  expect(repeating(seats, new Set([3])).map((one) => one.seat)).toEqual([1]);
});
