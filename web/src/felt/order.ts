/** The order in which the cards on the felt went out, by the rulebook's own deal steps. */
import type { DealStep, RoundSeen } from '../lib/api';

/** A card's place: "3.0" is seat 3's first, "dealer.0", "community.2", "bonus.0". */
export type Place = string;

/** How many cards lie where. */
export function countsOf(round: RoundSeen): Map<string, number> {
  const counts = new Map(round.boxes.map((box) => [String(box.seat), box.cards.length]));
  counts.set('dealer', round.dealer.length);
  counts.set('community', round.community.length);
  counts.set('bonus', round.bonus_cards.length);
  return counts;
}

/** Every card that lies on the felt, first dealt first. */
export function dealOrder(deal: readonly DealStep[], round: RoundSeen): Place[] {
  const left = countsOf(round);
  const next = new Map<string, number>();
  const order: Place[] = [];
  const take = (where: string, cards: number): void => {
    for (let card = 0; card < cards && (left.get(where) ?? 0) > 0; card++) {
      const place = next.get(where) ?? 0;
      order.push(`${where}.${place}`);
      next.set(where, place + 1);
      left.set(where, (left.get(where) ?? 0) - 1);
    }
  };
  const seats = round.boxes.filter((box) => box.cards.length).map((box) => String(box.seat));
  seats.sort((one, other) => Number(one) - Number(other));
  for (const step of deal) {
    if (step.to === 'players_and_dealer') {
      for (let pass = 0; pass < step.cards; pass++) for (const where of [...seats, 'dealer']) take(where, 1);
    } else if (step.to === 'first_player') take(seats[0] ?? '', step.cards);
    else if (step.to === 'other_players') for (const seat of seats.slice(1)) take(seat, step.cards);
    else if (step.to === 'extra_stack') take('dealer', step.face_up);
    else take(step.to === 'bonus_box' ? 'bonus' : step.to, step.cards);
  }
  for (const [where, cards] of left) take(where, cards);
  return order;
}
