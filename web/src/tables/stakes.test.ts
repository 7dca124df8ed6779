import { describe, expect, it } from 'vitest';
import type { Spot } from '../lib/api';
import { added, again, changes, doubled, emptied, leastBet, leastPlay } from './stakes';

function spot(wager: string, extra: Partial<Spot> = {}): Spot {
  return {
    wager,
    title: wager,
    side: false,
    sensor: false,
    awards: [],
    placed: 'before_the_deal',
    required: false,
    minimum_cents: 1000,
    maximum_cents: 30000,
    step_cents: 100,
    equals: '',
    times_of: '',
    needs: [],
    about: '',
    clause: '',
    ...extra,
  };
}

const HOLD_EM = [
  spot('trips', { minimum_cents: 500, needs: ['ante', 'blind'] }),
  spot('ante', { required: true }),
  spot('blind', { required: true, equals: 'ante', needs: ['ante'] }),
  spot('play', { placed: 'when_deciding', times_of: 'ante', needs: ['ante', 'blind'] }),
  spot('progressive', { minimum_cents: 100, maximum_cents: 100, needs: ['ante', 'blind'] }),
];

const ONE_OR_FIVE = [spot('progressive', { minimum_cents: 100, maximum_cents: 500, step_cents: 400 })];

describe('a chip put on a spot', () => {
  it('is one of the sums that are taken, where there are only two', () => {
    const one = added(ONE_OR_FIVE, {}, 'progressive', 100).stakes;
    expect(one).toEqual({ progressive: 100 });
    expect(added(ONE_OR_FIVE, one, 'progressive', 100).stakes).toEqual({ progressive: 500 });
    expect(added(ONE_OR_FIVE, {}, 'progressive', 500).stakes).toEqual({ progressive: 500 });
    expect(added(ONE_OR_FIVE, {}, 'progressive', 2500)).toEqual({
      stakes: { progressive: 500 },
      note: 'progressive takes at most $5.',
    });
    expect(doubled(ONE_OR_FIVE, one)).toEqual({ progressive: 100 });
  });

  it('brings at least the minimum, and the Blind follows the Ante; Play waits for its decision', () => {
    expect(added(HOLD_EM, {}, 'ante', 500)).toEqual({
      stakes: { ante: 1000, blind: 1000 },
      note: 'ante starts at $10.',
    });
    expect(added(HOLD_EM, { ante: 1000, blind: 1000 }, 'blind', 500).stakes).toEqual({ ante: 1500, blind: 1500 });
    expect(added(HOLD_EM, {}, 'play', 500).stakes).toEqual({});
  });

  it('stops at the maximum and says so', () => {
    const changed = added(HOLD_EM, { ante: 29900, blind: 29900 }, 'ante', 500);
    expect(changed).toEqual({ stakes: { ante: 30000, blind: 30000 }, note: 'ante takes at most $300.' });
  });

  it('switches a wager of one sum on and off', () => {
    const on = added(HOLD_EM, {}, 'progressive', 2500).stakes;
    expect(on).toEqual({ progressive: 100 });
    expect(added(HOLD_EM, on, 'progressive', 2500).stakes).toEqual({ progressive: 0 });
  });
});

it('empties what cannot lie alone', () => {
  const stakes = { trips: 500, ante: 1000, blind: 1000, progressive: 100 };
  expect(emptied(HOLD_EM, stakes, 'ante')).toEqual({ trips: 0, ante: 0, blind: 0, progressive: 0 });
  expect(emptied(HOLD_EM, stakes, 'trips')).toEqual({ ...stakes, trips: 0 });
});

it('doubles within the bounds', () => {
  const stakes = { ante: 20000, blind: 20000, progressive: 100 };
  expect(doubled(HOLD_EM, stakes)).toEqual({ ante: 30000, blind: 30000, progressive: 100 });
});

it('repeats what was wagered before the deal only', () => {
  expect(again(HOLD_EM, { ante: 1000, blind: 1000, play: 4000 })).toEqual({ ante: 1000, blind: 1000 });
});

it('knows what the least play takes, and the least bet', () => {
  expect(leastPlay(HOLD_EM, { ante: 50000, blind: 50000 })).toBe(50000);
  expect(leastPlay(HOLD_EM, { trips: 500 })).toBe(0);
  expect(leastBet(HOLD_EM)).toBe(2000);
  expect(
    leastBet([
      spot('ante'),
      spot('pair_plus', { minimum_cents: 500 }),
      spot('bonus', { minimum_cents: 100, needs: ['ante'] }),
    ]),
  ).toBe(500);
});

it('asks for what changed: taken back first, then put down with what is needed first', () => {
  const asked = changes(HOLD_EM, { progressive: 100 }, { trips: 500, blind: 1000, ante: 1000 });
  expect(Object.entries(asked)).toEqual([
    ['progressive', 0],
    ['ante', 1000],
    ['blind', 1000],
    ['trips', 500],
  ]);
});
