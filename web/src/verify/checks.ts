/** Everything that can be checked of a round, or of one card, with no trust in whoever wrote the proof. */

import { spoken } from '../lib/cards';
import { compared, fromHex, hex, sha256, utf8 } from './bytes';
import { deckRoot, leafOf, rootOver } from './merkle';
import type { CardProof, Cut, Published, RoundProof, ShuffleProof } from './proof';
import { commitment, NEW_DECK, orderFrom } from './shuffle';

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
  const card = `the ${spoken(proof.card)}`;
  const nth = `card ${proof.drawn + 1} of shuffle ${proof.shuffle}`;
  const sentence = passed
    ? `T${card.slice(1)} is ${nth} under root ${proof.root}; compare that with the root you saw published.`
    : `Nothing shows that ${card} is ${nth}: the path does not lead to root ${proof.root}.`;
  return [{ name: 'root', passed, sentence }];
}

async function verifyRound(proof: RoundProof): Promise<Check[]> {
  const shuffles = await Promise.all(proof.shuffles.map(shuffleChecks));
  return [await unchanged(proof), ...shuffles.flat(), ...(await dealChecks(proof))];
}

async function unchanged(proof: RoundProof): Promise<Check> {
  const written = JSON.stringify({ ...proof, checksum: '' });
  const passed = hex(await sha256(utf8('croupier/round/1\0'), utf8(written))) === proof.checksum;
  const found = passed ? 'is as it was written.' : 'was changed after it was written; ask for it again.';
  return { name: 'checksum', passed, sentence: `The file ${found}` };
}

async function shuffleChecks(shuffle: ShuffleProof): Promise<Check[]> {
  const seed = fromHex(shuffle.seed);
  const named = `shuffle ${shuffle.shuffle}`;
  const committed = (await commitment(seed)) === shuffle.seed_commitment;
  const rooted = (await deckRoot(seed, await orderFrom(seed, shuffle.player_seeds))) === shuffle.root;
  const isTheOne = `${committed ? 'is' : 'is not'} the one that record ${shuffle.seed_published.record} committed to`;
  const have = rooted ? 'have' : 'do not have';
  const haveIt = `${have} the root that record ${shuffle.root_published.record} committed to`;
  return [
    { name: `${named}: seed`, passed: committed, sentence: `The house's seed ${isTheOne}.` },
    { name: `${named}: player seeds`, ...seedsInOrder(shuffle) },
    { name: `${named}: root`, passed: rooted, sentence: `The 52 cards that the seeds make ${haveIt}.` },
  ];
}

/** The players' seeds: where there may be some, one for each player, in the one order that leaves no choice. */
function seedsInOrder(shuffle: ShuffleProof): Finding {
  const names = shuffle.player_seeds.map(([name]) => utf8(name));
  if (shuffle.mode === 'house') {
    return names.length
      ? no("The house alone chooses, yet players' seeds are listed.")
      : yes('The house alone chose the seed.');
  }
  if (!names.length) return yes('No player offered a seed.');
  if (pairs(names).some(([first, second]) => compared(first, second) >= 0)) {
    return no("The players' seeds do not stand by name, one for each player.");
  }
  if (shuffle.seed_published.record >= shuffle.root_published.record) {
    return no("The house's seed was not committed before the players' own went into the shuffle.");
  }
  return yes(`Seeds that players mixed in, by name: ${names.length}.`);
}

async function dealChecks(proof: RoundProof): Promise<Check[]> {
  const checks: Check[] = [];
  if (pairs(proof.shuffles).some(([a, b]) => a.shuffle >= b.shuffle || a.deck !== b.deck)) {
    checks.push({ name: 'shuffles', ...no('The shuffles are not of one deck, in their order, each once.') });
  }
  const source = proof.shuffles.find((shuffle) => shuffle.shuffle === proof.dealt_from);
  if (!proof.dealt.length) {
    const none = proof.outcome === 'void' && proof.dealt_from === null;
    const found = none ? yes('No card was dealt.') : no('The cards that were dealt are missing.');
    checks.push({ name: 'cards', ...found });
  } else if (proof.bets_closed === null) {
    checks.push({ name: 'bets', ...no('Cards were dealt, yet the file does not say where bets closed.') });
  } else if (!source) {
    checks.push({ name: 'cards', ...withoutShuffle(proof) });
  } else {
    const undealt = proof.shuffles.map((shuffle) => shuffle.shuffle).filter((number) => number !== source.shuffle);
    if (undealt.length) {
      const told = `The deck was shuffled and not dealt as shuffle ${undealt.join(', ')}; each is opened above.`;
      checks.push({ name: 'undealt shuffles', ...yes(told) });
    }
    checks.push({ name: 'commitment', ...inTime(source, proof.bets_closed, proof.shuffles.at(-1)!.shuffle) });
    checks.push({ name: 'cuts', ...cutsHold(source, proof.bets_closed) });
    checks.push({ name: 'cards', ...(await asDealt(proof, source)) });
  }
  return checks;
}

function withoutShuffle(proof: RoundProof): Finding {
  if (proof.dealt_from !== null || proof.shuffles.length) {
    return no('The cards came from none of the shuffles in the file: nothing proves them.');
  }
  if (new Set(proof.dealt.map((dealt) => dealt.card)).size < proof.dealt.length) {
    return no('A card was dealt twice.');
  }
  return yes('Nobody knew the order of this deck, so no shuffle is proved; only that no card was dealt twice.');
}

/** Whether the deck was fixed before bets closed: by the seed's commitment, and by the root where players chose. */
function inTime(source: ShuffleProof, closed: Published, last: number): Finding {
  const { seed_published: committed, root_published: rooted } = source;
  const moments = [committed, rooted, closed].sort((a, b) => a.record - b.record);
  const fixed = source.player_seeds.length ? rooted : committed;
  if (source.shuffle !== last) {
    return no(`The deck was shuffled again, as shuffle ${last}, and yet dealt from shuffle ${source.shuffle}.`);
  }
  if (committed.record > rooted.record) {
    return no('The seed was committed only after the deck was shuffled from it.');
  }
  if (pairs(moments).some(([a, b]) => a.at_ms > b.at_ms || (a.record === b.record && a.at_ms !== b.at_ms))) {
    return no('The times of the records contradict their order.');
  }
  const passed = fixed.record < closed.record;
  const sentence = passed
    ? `Record ${fixed.record} fixed the deck before bets closed in record ${closed.record}.`
    : `Record ${fixed.record} fixed the deck, not before bets closed in record ${closed.record}.`;
  return { passed, sentence };
}

/** Whether nobody who might know the order chose where to cut once bets were closed. */
function cutsHold(source: ShuffleProof, closed: Published): Finding {
  if (source.cuts.some((cut) => cut.record < source.root_published.record)) {
    return no('The deck was cut before it was shuffled.');
  }
  if (source.cuts.some((cut) => cut.record >= closed.record && cut.depth !== FIXED_CUT)) {
    return no(`A cut other than the fixed ${FIXED_CUT} cards deep was not made before bets closed.`);
  }
  if (!source.cuts.length) return yes('The deck was not cut.');
  const depths = source.cuts.map((cut) => cut.depth).join(', ');
  return yes(`The deck was cut ${depths} cards deep, with no choice left once bets were closed.`);
}

async function asDealt(proof: RoundProof, source: ShuffleProof): Promise<Finding> {
  const order = await orderFrom(fromHex(source.seed), source.player_seeds);
  for (const [drawn, dealt] of proof.dealt.entries()) {
    const due = order[positionOf(drawn, source.cuts)];
    if (dealt.card !== due) {
      return no(`Card ${drawn + 1}, to ${dealt.place}, was ${dealt.card}; the shuffle puts ${due} there.`);
    }
  }
  const count = proof.dealt.length;
  return yes(`The ${count} cards dealt are the top of shuffle ${source.shuffle} after its cuts, one by one.`);
}

/** Where in the order, as it was before the cuts, the card lies that leaves the deck after `drawn` others. */
function positionOf(drawn: number, cuts: readonly Cut[]): number {
  return (drawn + cuts.reduce((sum, cut) => sum + cut.depth, 0)) % NEW_DECK.length;
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.slice(1).map((item, at) => [items[at]!, item]);
}
