import { expect, it } from 'vitest';
import type { ActionValue, Exercise } from '../lib/api';
import { answerWords, costIn, inOrder, questionOf } from './exercise';

const value = (action: string, times: string, cents: number): ActionValue =>
  ({ action, times, ev_cents: cents }) as ActionValue;

it('puts answers into words', () => {
  expect(['play:3', 'fold', 'check'].map(answerWords)).toEqual(['Play 3x', 'Fold', 'Check']);
});

it('counts what an answer costs beside the best', () => {
  const actions = [value('play', '1', -40), value('fold', '', -100)];
  expect(actions.map((one) => costIn({ actions } as unknown as Exercise, one))).toEqual([0, 60]);
});

it('asks about what is seen', () => {
  const asked = [[], ['2c', '3c', '4c'], ['2c', '3c', '4c', '5c', '6c']].map((community) =>
    questionOf({ community, dealer_up: [] }),
  );
  expect(asked.map((text) => text.split('.')[0])).toEqual(['Your cards', 'The flop is out', 'All cards are out']);
});

it('always has the answers in the same order', () => {
  const dealt = [value('check', '', 1), value('play', '4', 3), value('play', '3', 2)];
  expect(inOrder(dealt).map((one) => one.times || one.action)).toEqual(['check', '3', '4']);
});
