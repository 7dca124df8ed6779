/** What a screen reader is told when the table changes: cards that came, then the prompt, then the results. */
import type { RoundSeen, TableSeen } from '../lib/api';
import { spokenHand } from '../lib/cards';
import { signed } from '../lib/language/money';
import type { Sound } from '../lib/sounds';
import { say } from './messages';

type Cards = readonly (string | null)[];

const text = (cards: Cards | undefined): string => (cards ?? []).map((card) => card ?? '??').join(' ');

type NewCards = 'newOwnCards' | 'newCommunityCards' | 'newDealerCards';

function news(name: NewCards, before: Cards | undefined, after: Cards): string {
  return after.length && text(before) !== text(after) ? say(name, { cards: spokenHand(after) }) : '';
}

function cardsOf(before: RoundSeen | null, after: RoundSeen): string[] {
  const old = before?.number === after.number ? before : null;
  const said = after.boxes
    .filter((box) => box.mine)
    .map((box) => {
      const cards = news('newOwnCards', old?.boxes.find((one) => one.seat === box.seat)?.cards, box.cards);
      return cards && box.hand ? `${cards} ${box.hand}.` : cards;
    });
  said.push(news('newCommunityCards', old?.community, after.community));
  const up = after.dealer.some((card) => card !== null);
  if (up) said.push(news('newDealerCards', old?.dealer, after.dealer));
  if (up && after.dealer_hand && after.dealer_hand !== old?.dealer_hand)
    said.push(say('dealerHas', { hand: after.dealer_hand }));
  return said;
}

/** Who was silent was answered for, as the table discloses: that is not what they did. */
export function timedOut(round: RoundSeen | null, mine: (box: RoundSeen['boxes'][number]) => boolean): string {
  const answer = round?.boxes.find((box) => mine(box) && box.timed_out)?.timed_out;
  if (!answer) return '';
  return say(answer === 'check' ? 'timeRanOutChecked' : 'timeRanOutFolded');
}

function newlyTimedOut(before: RoundSeen | null, after: RoundSeen): string[] {
  const now = timedOut(after, (box) => box.mine);
  return before?.number === after.number && timedOut(before, (box) => box.mine) !== now ? [now] : [];
}

/** One sentence after another, "" where nothing is worth saying. */
export function announced(before: TableSeen | null, after: TableSeen): string {
  const said: string[] = [];
  const ended = after.last && after.last.number !== before?.last?.number && before !== null;
  if (after.round && after.round.cards_out)
    said.push(...cardsOf(before?.round ?? null, after.round), ...newlyTimedOut(before?.round ?? null, after.round));
  if (ended && after.last) {
    said.push(...cardsOf(before.round, after.last), ...newlyTimedOut(before.round, after.last));
    const mine = new Set(after.last.boxes.filter((box) => box.mine).map((box) => box.seat));
    const lines = after.last.lines.filter((line) => mine.has(line.seat));
    for (const line of lines) said.push(line.sentence);
    if (lines.length) said.push(say('inAll', { amount: signed(lines.reduce((sum, line) => sum + line.net_cents, 0)) }));
  }
  const gone = after.waiting?.gone ?? '';
  if (gone && gone !== before?.waiting?.gone) said.push(gone);
  if (!after.dealer_here && before?.dealer_here) said.push(say('dealerLeft'));
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
