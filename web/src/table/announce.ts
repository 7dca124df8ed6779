/** What a screen reader is told when the table changes: cards that came, then the prompt, then the results. */
import type { RoundSeen, TableSeen } from '../lib/api';
import { spokenHand } from '../lib/cards';
import { signed } from '../lib/money';
import type { Sound } from '../lib/sounds';

type Cards = readonly (string | null)[];

const text = (cards: Cards | undefined): string => (cards ?? []).map((card) => card ?? '??').join(' ');

function news(name: string, before: Cards | undefined, after: Cards): string {
  return after.length && text(before) !== text(after) ? `${name}: ${spokenHand(after)}.` : '';
}

function cardsOf(before: RoundSeen | null, after: RoundSeen): string[] {
  const old = before?.number === after.number ? before : null;
  const said = after.boxes
    .filter((box) => box.mine)
    .map((box) => {
      const cards = news('Your cards', old?.boxes.find((one) => one.seat === box.seat)?.cards, box.cards);
      return cards && box.hand ? `${cards} ${box.hand}.` : cards;
    });
  said.push(news('Community cards', old?.community, after.community));
  const up = after.dealer.some((card) => card !== null);
  if (up) said.push(news('Dealer', old?.dealer, after.dealer));
  if (up && after.dealer_hand && after.dealer_hand !== old?.dealer_hand) said.push(`Dealer has ${after.dealer_hand}.`);
  return said;
}

/** One sentence after another, "" where nothing is worth saying. */
export function announced(before: TableSeen | null, after: TableSeen): string {
  const said: string[] = [];
  const ended = after.last && after.last.number !== before?.last?.number && before !== null;
  if (after.round && after.round.cards_out) said.push(...cardsOf(before?.round ?? null, after.round));
  if (ended && after.last) {
    said.push(...cardsOf(before.round, after.last));
    const mine = new Set(after.last.boxes.filter((box) => box.mine).map((box) => box.seat));
    const lines = after.last.lines.filter((line) => mine.has(line.seat));
    for (const line of lines) said.push(line.sentence);
    if (lines.length) said.push(`In all ${signed(lines.reduce((sum, line) => sum + line.net_cents, 0))}.`);
  }
  if (after.prompt !== before?.prompt) said.push(after.prompt);
  return said.filter(Boolean).join(' ');
}

/** What is heard of the change, null for nothing. */
export function heardIn(before: TableSeen, after: TableSeen): Sound | null {
  const last = after.last;
  if (last && last.number !== before.last?.number) {
    const mine = new Set(last.boxes.filter((box) => box.mine).map((box) => box.seat));
    const won = last.lines.filter((line) => mine.has(line.seat)).reduce((sum, line) => sum + line.net_cents, 0) > 0;
    return won ? 'win' : 'card';
  }
  if ((after.round?.cards_out ?? 0) > (before.round?.cards_out ?? 0)) return 'card';
  const asked = (seen: TableSeen): boolean => seen.offers.some((offers) => offers.actions.length > 0);
  return asked(after) && !asked(before) ? 'turn' : null;
}
