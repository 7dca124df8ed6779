import { expect, it } from 'vitest';
import type { BoxSeen, DealStep, RoundSeen } from '../lib/api';
import { dealOrder } from './order';

const step = (to: string, cards: number, face_up = 0): DealStep => ({ to, cards, pass_by_pass: false, face_up });

function round(boxes: Record<number, number>, rest: Partial<RoundSeen>): RoundSeen {
  const seen = Object.entries(boxes).map(([seat, cards]): BoxSeen => ({
    seat: Number(seat),
    player: 'Ada',
    mine: false,
    wagers_cents: {},
    cards: Array<null>(cards).fill(null),
    hand: '',
    folded: false,
    made: { named: [], all: [] },
    racked: false,
    ready: false,
    timed_out: '',
  }));
  return { dealer: [], community: [], bonus_cards: [], lines: [], ...rest, boxes: seen } as unknown as RoundSeen;
}

it('goes by the deal steps: the bonus box, the board, the dealer, then the seats from seat 1', () => {
  const deal = [
    step('bonus_box', 1),
    step('community', 2),
    step('dealer', 1),
    step('first_player', 2),
    step('other_players', 2),
  ];
  const seen = round({ 5: 2, 2: 2 }, { dealer: [null], community: ['As', 'Kd'], bonus_cards: [null] });
  expect(dealOrder(deal, seen)).toEqual([
    'bonus.0',
    'community.0',
    'community.1',
    'dealer.0',
    '2.0',
    '2.1',
    '5.0',
    '5.1',
  ]);
});

it('goes round the table card by card where the rules deal so', () => {
  const seen = round({ 1: 2, 3: 2 }, { dealer: [null, null] });
  expect(dealOrder([step('players_and_dealer', 2)], seen)).toEqual([
    '1.0',
    '3.0',
    'dealer.0',
    '1.1',
    '3.1',
    'dealer.1',
  ]);
});

it('takes the dealer’s up card from the extra stack, and forgets no card that lies on the felt', () => {
  const seen = round({ 1: 1 }, { dealer: [null, 'Jc'], bonus_cards: [null] });
  const order = dealOrder([step('first_player', 1), step('dealer', 1), step('extra_stack', 5, 1)], seen);
  expect(order).toEqual(['1.0', 'dealer.0', 'dealer.1', 'bonus.0']);
});
