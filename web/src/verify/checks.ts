/** Everything that can be checked of a round, or of one card, with no trust in whoever wrote the proof. */

import { spoken } from '../lib/cards';
import { compared, fromHex, hex, sha256, utf8 } from './bytes';
import { deckRoot, leafOf, rootOver } from './merkle';
import type { CardProof, Cut, Published, RoundProof, ShuffleProof } from './proof';
import { commitment, NEW_DECK, orderFrom } from './shuffle';
import { say } from './messages';

/** One thing looked at: whether it holds, and a sentence that says what was found. */
export interface Check {
  name: string;
  passed: boolean;
  sentence: string;
}

type Finding = Omit<Check, 'name'>;
const yes = (sentence: string): Finding => ({ passed: true, sentence });
const no = (sentence: string): Finding => ({ passed: false, sentence });

/** How deep the virtual dealer always cuts, so that nobody chooses. */
const FIXED_CUT = 26;

/** Whether there is a shuffle to prove: there is none where nobody knew the order of the deck. */
export function proves(proof: RoundProof | CardProof): boolean {
  return proof.format === 'croupier/card/1' || proof.shuffles.length > 0;
}

export async function verify(proof: RoundProof | CardProof): Promise<Check[]> {
  return proof.format === 'croupier/card/1' ? verifyCard(proof) : verifyRound(proof);
}

async function verifyCard(proof: CardProof): Promise<Check[]> {
  const position = positionOf(proof.drawn, proof.cuts);
  const leaf = await leafOf(position, proof.card, fromHex(proof.salt));
  const passed = (await rootOver(leaf, position, proof.path.map(fromHex), NEW_DECK.length)) === proof.root;
  const sentence = say(passed ? 'cardUnderRoot' : 'cardNotUnderRoot', {
    card: spoken(proof.card),
    drawn: proof.drawn + 1,
    shuffle: proof.shuffle,
    root: proof.root,
  });
  return [{ name: say('checkRoot'), passed, sentence }];
}

async function verifyRound(proof: RoundProof): Promise<Check[]> {
  const shuffles = await Promise.all(proof.shuffles.map(shuffleChecks));
  return [await unchanged(proof), ...shuffles.flat(), ...(await dealChecks(proof))];
}

async function unchanged(proof: RoundProof): Promise<Check> {
  const written = JSON.stringify({ ...proof, checksum: '' });
  const passed = hex(await sha256(utf8('croupier/round/1\0'), utf8(written))) === proof.checksum;
  return { name: say('checkChecksum'), passed, sentence: say(passed ? 'fileUnchanged' : 'fileChanged') };
}

async function shuffleChecks(shuffle: ShuffleProof): Promise<Check[]> {
  const seed = fromHex(shuffle.seed);
  const named = { shuffle: shuffle.shuffle };
  const committed = (await commitment(seed)) === shuffle.seed_commitment;
  const rooted = (await deckRoot(seed, await orderFrom(seed, shuffle.player_seeds))) === shuffle.root;
  const [seedAt, rootAt] = [{ record: shuffle.seed_published.record }, { record: shuffle.root_published.record }];
  const seedSaid = say(committed ? 'seedCommitted' : 'seedNotCommitted', seedAt);
  const rootSaid = say(rooted ? 'cardsHaveRoot' : 'cardsHaveOtherRoot', rootAt);
  return [
    { name: say('checkSeed', named), passed: committed, sentence: seedSaid },
    { name: say('checkPlayerSeeds', named), ...seedsInOrder(shuffle) },
    { name: say('checkShuffleRoot', named), passed: rooted, sentence: rootSaid },
  ];
}

/** The players' seeds: where there may be some, one for each player, in the one order that leaves no choice. */
function seedsInOrder(shuffle: ShuffleProof): Finding {
  const names = shuffle.player_seeds.map(([name]) => utf8(name));
  if (shuffle.mode === 'house') {
    return names.length ? no(say('houseAloneYetSeeds')) : yes(say('houseAlone'));
  }
  if (!names.length) return yes(say('noPlayerSeed'));
  if (pairs(names).some(([first, second]) => compared(first, second) >= 0)) {
    return no(say('playerSeedsOutOfOrder'));
  }
  if (shuffle.seed_published.record >= shuffle.root_published.record) {
    return no(say('seedNotCommittedFirst'));
  }
  return yes(say('playerSeedsCount', { count: names.length }));
}

async function dealChecks(proof: RoundProof): Promise<Check[]> {
  const checks: Check[] = [];
  if (pairs(proof.shuffles).some(([a, b]) => a.shuffle >= b.shuffle || a.deck !== b.deck)) {
    checks.push({ name: say('checkShuffles'), ...no(say('shufflesOutOfOrder')) });
  }
  const source = proof.shuffles.find((shuffle) => shuffle.shuffle === proof.dealt_from);
  if (!proof.dealt.length) {
    const none = proof.outcome === 'void' && proof.dealt_from === null;
    const found = none ? yes(say('noCardDealt')) : no(say('cardsMissing'));
    checks.push({ name: say('checkCards'), ...found });
  } else if (proof.bets_closed === null) {
    checks.push({ name: say('checkBets'), ...no(say('betsClosedMissing')) });
  } else if (!source) {
    checks.push({ name: say('checkCards'), ...withoutShuffle(proof) });
  } else {
    const undealt = proof.shuffles.map((shuffle) => shuffle.shuffle).filter((number) => number !== source.shuffle);
    if (undealt.length) {
      const told = say('undealtShuffles', { list: undealt.join(', ') });
      checks.push({ name: say('checkUndealtShuffles'), ...yes(told) });
    }
    checks.push({ name: say('checkCommitment'), ...inTime(source, proof.bets_closed, proof.shuffles.at(-1)!.shuffle) });
    checks.push({ name: say('checkCuts'), ...cutsHold(source, proof.bets_closed) });
    checks.push({ name: say('checkCards'), ...(await asDealt(proof, source)) });
  }
  return checks;
}

function withoutShuffle(proof: RoundProof): Finding {
  if (proof.dealt_from !== null || proof.shuffles.length) {
    return no(say('cardsFromNoShuffle'));
  }
  if (new Set(proof.dealt.map((dealt) => dealt.card)).size < proof.dealt.length) {
    return no(say('cardDealtTwice'));
  }
  return yes(say('orderUnknown'));
}

/** Whether the deck was fixed before bets closed: by the seed's commitment, and by the root where players chose. */
function inTime(source: ShuffleProof, closed: Published, last: number): Finding {
  const { seed_published: committed, root_published: rooted } = source;
  const moments = [committed, rooted, closed].sort((a, b) => a.record - b.record);
  const fixed = source.player_seeds.length ? rooted : committed;
  if (source.shuffle !== last) {
    return no(say('shuffledAgain', { last, shuffle: source.shuffle }));
  }
  if (committed.record > rooted.record) {
    return no(say('seedCommittedLate'));
  }
  if (pairs(moments).some(([a, b]) => a.at_ms > b.at_ms || (a.record === b.record && a.at_ms !== b.at_ms))) {
    return no(say('timesContradict'));
  }
  const passed = fixed.record < closed.record;
  const found = passed ? 'fixedInTime' : 'fixedTooLate';
  return { passed, sentence: say(found, { record: fixed.record, closed: closed.record }) };
}

/** Whether nobody who might know the order chose where to cut once bets were closed. */
function cutsHold(source: ShuffleProof, closed: Published): Finding {
  if (source.cuts.some((cut) => cut.record < source.root_published.record)) {
    return no(say('cutBeforeShuffle'));
  }
  if (source.cuts.some((cut) => cut.record >= closed.record && cut.depth !== FIXED_CUT)) {
    return no(say('cutTooLate', { depth: FIXED_CUT }));
  }
  if (!source.cuts.length) return yes(say('notCut'));
  const depths = source.cuts.map((cut) => cut.depth).join(', ');
  return yes(say('cutDepths', { depths }));
}

async function asDealt(proof: RoundProof, source: ShuffleProof): Promise<Finding> {
  const order = await orderFrom(fromHex(source.seed), source.player_seeds);
  for (const [drawn, dealt] of proof.dealt.entries()) {
    const due = order[positionOf(drawn, source.cuts)];
    if (dealt.card !== due) {
      return no(say('wrongCard', { drawn: drawn + 1, place: dealt.place, card: dealt.card, due }));
    }
  }
  const count = proof.dealt.length;
  return yes(say('cardsAsShuffled', { count, shuffle: source.shuffle }));
}

/** Where in the order, as it was before the cuts, the card lies that leaves the deck after `drawn` others. */
function positionOf(drawn: number, cuts: readonly Cut[]): number {
  return (drawn + cuts.reduce((sum, cut) => sum + cut.depth, 0)) % NEW_DECK.length;
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.slice(1).map((item, at) => [items[at]!, item]);
}
