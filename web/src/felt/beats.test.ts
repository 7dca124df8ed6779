import { describe, expect, it } from 'vitest';
import type { BoxSeen, ResultLine, RevealStep, RoundSeen } from '../lib/api';
import { beatsOf } from './beats';

const HOLD_EM: RevealStep[] = [
  { where: 'community', cards: 3 },
  { where: 'community', cards: 2 },
  { where: 'dealer', cards: 0 },
  { where: 'players', cards: 0 },
];
const DOWN = [null, null];

function box(seat: number, cards: (string | null)[], extra: Partial<BoxSeen> = {}): BoxSeen {
  const rest = {
    wagers_cents: {},
    hand: '',
    made: { named: [], all: [] },
    folded: false,
    racked: false,
    ready: false,
    timed_out: '' as const,
  };
  return { seat, player: `p${seat}`, mine: seat === 1, cards, ...rest, ...extra };
}

function round(extra: Partial<RoundSeen> = {}): RoundSeen {
  return {
    number: 7,
    phase: 'decisions',
    deck_back: 'red',
    boxes: [box(1, ['As', 'Ad']), box(2, DOWN)],
    dealer: DOWN,
    dealer_hand: '',
    dealer_made: { named: [], all: [] },
    dealer_qualifies: null,
    community: [null, null, null, null, null],
    bonus_cards: [],
    cards_out: 11,
    point: 'before_flop',
    to_ask: [1],
    lines: [],
    award_pending: 0,
    remedy: '',
    ...extra,
  };
}

const LINE = { seat: 1, wager: 'ante', net_cents: 1000 } as ResultLine;
const ENDED = round({
  phase: 'closed',
  boxes: [box(1, ['As', 'Ad'], { hand: 'pair of aces' }), box(2, ['2c', '3d'], { hand: 'king high' })],
  dealer: ['Kc', 'Kd'],
  dealer_hand: 'a pair of kings',
  community: ['2h', '7d', '9h', 'Js', 'Qc'],
  lines: [LINE],
});

const up = (cards: readonly (string | null)[]): number => cards.filter(Boolean).length;

describe('a round that ended', () => {
  const beats = beatsOf(HOLD_EM, round(), ENDED);

  it('is turned up in the order of the rules', () => {
    const shown = beats.map(({ round: at }) => [up(at.community), up(at.dealer), up(at.boxes[1]!.cards)]);
    expect(shown.slice(0, 4)).toEqual([
      [3, 0, 0],
      [5, 0, 0],
      [5, 2, 0],
      [5, 2, 2],
    ]);
  });

  it('is put into words when the cards lie there, then paid, in about 1.2 s', () => {
    const words = beats.map(({ round: at }) => [at.dealer_hand, at.boxes[0]!.hand, at.lines.length]);
    expect(words.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => ['', '', 0]));
    expect(words.slice(4)).toEqual([
      ['a pair of kings', 'pair of aces', 0],
      ['a pair of kings', 'pair of aces', 1],
    ]);
    expect(beats.at(-1)!.round).toBe(ENDED);
    const whole = beats.reduce((sum, beat) => sum + beat.ms, 0);
    expect(whole).toBeGreaterThan(1000);
    expect(whole).toBeLessThan(1600);
  });

  it('is dealt first where nothing was asked', () => {
    const before = round({
      phase: 'wagering',
      boxes: [box(1, []), box(2, [])],
      dealer: [],
      community: [],
      cards_out: 0,
    });
    const first = beatsOf(HOLD_EM, before, ENDED)[0]!.round;
    expect([up(first.boxes[0]!.cards), up(first.boxes[1]!.cards), up(first.dealer), first.dealer.length]).toEqual([
      2, 0, 0, 2,
    ]);
  });
});

it('shows at once what nobody waits for: a question, a fold, a round seen for the first time', () => {
  const flop = round({ community: ['2h', '7d', '9h', null, null], point: 'after_flop' });
  expect(beatsOf(HOLD_EM, round(), flop)).toEqual([]);
  expect(beatsOf(HOLD_EM, round(), round({ phase: 'closed', lines: [LINE] }))).toEqual([]);
  expect(beatsOf(HOLD_EM, null, ENDED)).toEqual([]);
  expect(beatsOf(HOLD_EM, round({ number: 6 }), ENDED)).toEqual([]);
});
