import { describe, expect, it } from 'vitest';
import type { Spot } from '../lib/api';
import { added, again, changes, doubled, emptied } from './stakes';

function spot(wager: string, extra: Partial<Spot> = {}): Spot {
  return {
    wager,
    title: wager,
    placed: 'before_the_deal',
    required: false,
    minimum_cents: 1000,
    maximum_cents: 30000,
    step_cents: 100,
    equals: '',
    needs: [],
    about: '',
    clause: '',
    ...extra,
  };
}

const HOLD_EM = [
  spot('trips', { minimum_cents: 500, needs: ['ante', 'blind'] }),
  spot('ante'),
  spot('blind', { equals: 'ante', needs: ['ante'] }),
  spot('play', { placed: 'when_deciding', equals: 'ante', needs: ['ante', 'blind'] }),
  spot('progressive', { minimum_cents: 100, maximum_cents: 100, needs: ['ante', 'blind'] }),
];

describe('a chip put on a spot', () => {
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

it('asks for what changed: taken back first, then put down with what is needed first', () => {
  const asked = changes(HOLD_EM, { progressive: 100 }, { trips: 500, blind: 1000, ante: 1000 });
  expect(Object.entries(asked)).toEqual([
    ['progressive', 0],
    ['ante', 1000],
    ['blind', 1000],
    ['trips', 500],
  ]);
});
