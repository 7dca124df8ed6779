import { expect, it } from 'vitest';
import type { ActionValue, Coaching, RoundSeen, TableSeen } from '../../lib/api';
import { answerGiven, askedSeat, costOf, stillAsked, type Asked } from './decision';

const value = (action: string, times: string, ev: number): ActionValue => ({
  action,
  times,
  label: `${action} ${times}`.trim(),
  ev,
  ev_cents: ev * 1000,
  ev_num: '',
  ev_den: '',
});
const coaching: Coaching = {
  counts: 'Values are exact.',
  seat: 3,
  round: 7,
  point: 'first',
  best: 'play:4',
  actions: [value('play', '4', 0.5), value('play', '3', 0.3), value('check', '', 0.2), value('fold', '', -1)],
};
const asked: Asked = { coaching, wager: 'play', stakedCents: 0, unitCents: 1000 };

function table(more: Partial<RoundSeen>, box: object = {}, where: 'round' | 'last' = 'round'): TableSeen {
  const round = {
    number: 7,
    phase: 'decisions',
    point: 'next',
    to_ask: [3],
    lines: [],
    ...more,
  } as unknown as RoundSeen;
  round.boxes = [{ seat: 3, wagers_cents: { ante: 1000 }, folded: false, ...box } as unknown as RoundSeen['boxes'][0]];
  const offers = [{ seat: 3, actions: [{}] }];
  return { round: null, last: null, offers, [where]: round } as unknown as TableSeen;
}

it('waits while the box is still asked the same', () => {
  expect(stillAsked(asked, table({ point: 'first' }))).toBe(true);
  expect(stillAsked(asked, table({ point: 'next' }))).toBe(false);
  expect(stillAsked(asked, table({ point: 'first', to_ask: [4] }))).toBe(false);
  expect(stillAsked(asked, table({ number: 8, point: 'first' }))).toBe(false);
});

it('tells a check, a fold and each raise apart', () => {
  expect(answerGiven(asked, table({}))?.label).toBe('check');
  expect(answerGiven(asked, table({}, { folded: true }))?.label).toBe('fold');
  expect(answerGiven(asked, table({}, { wagers_cents: { ante: 1000, play: 3000 } }))?.label).toBe('play 3');
  expect(answerGiven(asked, table({}, { wagers_cents: { ante: 1000, play: 2000 } }))).toBeNull();
});

it('reads the answer from the results once the chips are cleared away', () => {
  const lines = [{ seat: 3, wager: 'play', stake_cents: 4000 }] as unknown as RoundSeen['lines'];
  expect(answerGiven(asked, table({ phase: 'closed', lines }, { wagers_cents: {} }, 'last'))?.label).toBe('play 4');
  expect(answerGiven(asked, table({ phase: 'void' }, {}, 'last'))).toBeNull();
  expect(answerGiven(asked, table({ number: 8 }))).toBeNull();
});

it('knows what an answer cost', () => {
  expect(costOf(coaching, coaching.actions[2]!)).toEqual({ label: 'check', best: 'play 4', cents: 300 });
  expect(costOf(coaching, coaching.actions[0]!).cents).toBe(0);
});

it('finds the box of mine that is asked', () => {
  expect(askedSeat(table({}))).toBe(3);
  expect(askedSeat(table({ to_ask: [2] }))).toBe(0);
});
