/** A reveal, beat by beat: cards are turned up in the order of the rules, then come words, chips and what it comes to. */
import type { BoxSeen, RevealStep, RoundSeen } from '../lib/api';
import { CHIPS_MS, DEAL_MS, OVERLAP_MS } from '../lib/pace';

type Cards = (string | null)[];

/** What the felt shows at one moment, what is heard of it, and how long it is until the next. */
export interface Beat {
  round: RoundSeen;
  heard: 'card' | 'chip' | null;
  ms: number;
}

const PART_MS = 240;
const WORDS_MS = 200;

const count = (cards: Cards): number => cards.filter((card) => card !== null).length;

/** The cards of which only the first `most` that were face down before are turned up. */
function upTo(before: Cards, after: Cards, most: number): Cards {
  let left = most;
  return after.map((card, place) => {
    if (card === null || (before[place] ?? null) !== null) return card;
    return left-- > 0 ? card : null;
  });
}

/** A round before its reveal: its cards as they were seen, its words and lines as they stood; one sees one's own. */
function hidden(before: RoundSeen, after: RoundSeen): RoundSeen {
  const boxOf = (seat: number): BoxSeen | undefined => before.boxes.find((box) => box.seat === seat);
  const cardsOf = (box: BoxSeen): Cards => (box.mine ? box.cards : upTo(boxOf(box.seat)?.cards ?? [], box.cards, 0));
  return {
    ...after,
    dealer: upTo(before.dealer, after.dealer, 0),
    community: upTo(before.community, after.community, 0),
    bonus_cards: upTo(before.bonus_cards, after.bonus_cards, 0),
    dealer_hand: before.dealer_hand,
    dealer_made: before.dealer_made,
    dealer_qualifies: before.dealer_qualifies,
    boxes: after.boxes.map((box) => ({
      ...box,
      cards: cardsOf(box),
      hand: boxOf(box.seat)?.hand ?? '',
      made: boxOf(box.seat)?.made ?? { named: [], all: [] },
    })),
    lines: before.lines,
  };
}

/** The round with one part more of it turned up. */
function turned(step: RevealStep, now: RoundSeen, after: RoundSeen): RoundSeen {
  if (step.where === 'community') return { ...now, community: upTo(now.community, after.community, step.cards) };
  if (step.where === 'dealer') return { ...now, dealer: after.dealer };
  if (step.where === 'bonus') return { ...now, bonus_cards: after.bonus_cards };
  const cardsOf = (seat: number): Cards => after.boxes.find((box) => box.seat === seat)?.cards ?? [];
  return { ...now, boxes: now.boxes.map((box) => ({ ...box, cards: cardsOf(box.seat) })) };
}

const seen = (round: RoundSeen): number =>
  [round.dealer, round.community, round.bonus_cards, ...round.boxes.map((box) => box.cards)].reduce(
    (sum, cards) => sum + count(cards),
    0,
  );

/**
 * How a round comes from what was shown to what is so. It is shown at once where there is nothing to look forward to:
 * where cards are only dealt, where nobody wins or loses by what is turned up, where nobody saw the round begin.
 */
export function beatsOf(steps: readonly RevealStep[], before: RoundSeen | null, after: RoundSeen | null): Beat[] {
  if (!before || !after || before.number !== after.number) return [];
  let now = hidden(before, after);
  const beats: Beat[] = [];
  if (!before.cards_out) beats.push({ round: now, heard: 'card', ms: DEAL_MS + OVERLAP_MS * after.cards_out });
  const dealt = beats.length;
  for (const step of steps) {
    const next = turned(step, now, after);
    if (seen(next) === seen(now)) continue;
    now = next;
    beats.push({ round: now, heard: 'card', ms: PART_MS });
  }
  if (beats.length === dealt || after.lines.length === before.lines.length) return [];
  beats.push({ round: { ...after, lines: before.lines }, heard: null, ms: WORDS_MS });
  beats.push({ round: after, heard: 'chip', ms: CHIPS_MS });
  return beats;
}
