/** The proof files of docs/shuffle.md: what is in them, and how one is read with no trust in whoever wrote it. */

import { NEW_DECK } from './shuffle';
import { say } from './messages';

export interface Published {
  record: number;
  at_ms: number;
}

export interface Cut {
  depth: number;
  record: number;
}

export interface ShuffleProof {
  shuffle: number;
  deck: string;
  mode: 'house' | 'open';
  seed_commitment: string;
  seed_published: Published;
  root: string;
  root_published: Published;
  seed: string;
  player_seeds: [name: string, seed: string][];
  cuts: Cut[];
}

export interface DealtCard {
  place: string;
  card: string;
}

export interface RoundProof {
  format: 'croupier/round/1';
  table: string;
  round: number;
  rules: string;
  outcome: 'closed' | 'void';
  bets_closed: Published | null;
  shuffles: ShuffleProof[];
  dealt_from: number | null;
  dealt: DealtCard[];
  checksum: string;
}

export interface CardProof {
  format: 'croupier/card/1';
  table: string;
  shuffle: number;
  root: string;
  cuts: Cut[];
  drawn: number;
  card: string;
  salt: string;
  path: string[];
}

/** A file that is no proof; its message is a sentence for whoever gave it. */
export class NoProof extends Error {}

export const LARGEST_FILE_BYTES = 1_000_000;

type Reader<T> = (value: unknown, place: string) => T;
type Fields<T> = { [K in keyof T]-?: Reader<T[K]> };

function refuse(place: string, wanted: string): never {
  throw new NoProof(say('noProof', { place: place || say('wholeFile'), wanted }));
}

function whole(least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> {
  const fits = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return (value, place) => (fits(value) ? value : refuse(place, say('wantedNumber', { least, most })));
}

function text(pattern: RegExp, wanted: () => string): Reader<string> {
  const fits = (value: string) => pattern.test(value) && !/\p{Surrogate}/u.test(value); // half a character has no UTF-8
  return (value, place) => (typeof value === 'string' && fits(value) ? value : refuse(place, wanted()));
}

function word<T extends string>(first: T, second?: T): Reader<T> {
  return (value, place) => {
    if (value === first || (value === second && second !== undefined)) return value as T;
    return refuse(place, second ? say('wantedEither', { first, second }) : first);
  };
}

function maybe<T>(reader: Reader<T>): Reader<T | null> {
  return (value, place) => (value === null ? null : reader(value, place));
}

function list<T>(reader: Reader<T>, most: number): Reader<T[]> {
  return (value, place) =>
    Array.isArray(value) && value.length <= most
      ? value.map((item, at) => reader(item, `${place}[${at}]`))
      : refuse(place, say('wantedList', { most }));
}

/** An object with these fields and no other, in this order. */
function fields<T extends object>(readers: Fields<T>): Reader<T> {
  const names = Object.keys(readers) as (keyof T & string)[];
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(place, say('wantedObject'));
    const given = value as Record<string, unknown>;
    const stranger = Object.keys(given).find((name) => !Object.hasOwn(readers, name));
    if (stranger !== undefined) return refuse(place, say('wantedWithoutField', { field: JSON.stringify(stranger) }));
    const read: Partial<T> = {};
    for (const name of names) {
      const where = place ? `${place}.${name}` : name;
      read[name] = Object.hasOwn(given, name) ? readers[name](given[name], where) : refuse(where, say('wantedThere'));
    }
    return read as T;
  };
}

const NUMBER = whole(1);
const HASH = text(/^[0-9a-f]{64}$/, () => say('wantedHash'));
// eslint-disable-next-line no-control-regex -- control characters are what a name may not have
const NAME = text(/^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]{1,200}$/u, () => say('wantedName'));
const OWN_SEED = text(/^[^]{0,1000}$/u, () => say('wantedSeed'));
const PLACE = text(/^[a-z0-9_]{1,30}$/, () => say('wantedPlace'));
const CARD: Reader<string> = (value, place) =>
  NEW_DECK.includes(value as string) ? (value as string) : refuse(place, say('wantedCard'));

const PUBLISHED = fields<Published>({ record: NUMBER, at_ms: whole(0) });
const CUTS = list(fields<Cut>({ depth: whole(1, 51), record: NUMBER }), 100);
const PLAYER_SEED: Reader<[string, string]> = (value, place) =>
  Array.isArray(value) && value.length === 2
    ? [NAME(value[0], `${place}[0]`), OWN_SEED(value[1], `${place}[1]`)]
    : refuse(place, say('wantedNameAndSeed'));

const SHUFFLE = fields<ShuffleProof>({
  shuffle: NUMBER,
  deck: NAME,
  mode: word('house', 'open'),
  seed_commitment: HASH,
  seed_published: PUBLISHED,
  root: HASH,
  root_published: PUBLISHED,
  seed: HASH,
  player_seeds: list(PLAYER_SEED, 100),
  cuts: CUTS,
});

const ROUND = fields<RoundProof>({
  format: word('croupier/round/1'),
  table: NAME,
  round: NUMBER,
  rules: HASH,
  outcome: word('closed', 'void'),
  bets_closed: maybe(PUBLISHED),
  shuffles: list(SHUFFLE, 100),
  dealt_from: maybe(NUMBER),
  dealt: list(fields<DealtCard>({ place: PLACE, card: CARD }), NEW_DECK.length),
  checksum: text(/^([0-9a-f]{64})?$/, () => say('wantedHash')),
});

const ONE_CARD = fields<CardProof>({
  format: word('croupier/card/1'),
  table: NAME,
  shuffle: NUMBER,
  root: HASH,
  cuts: CUTS,
  drawn: whole(0, 51),
  card: CARD,
  salt: text(/^[0-9a-f]{32}$/, () => say('wantedSalt')),
  path: list(HASH, 9),
});

/** The proof in a file's text, its fields in the order in which they are hashed. */
export function readProof(file: string): RoundProof | CardProof {
  if (file.length > LARGEST_FILE_BYTES) {
    throw new NoProof(say('tooLong', { count: LARGEST_FILE_BYTES }));
  }
  let value: unknown;
  try {
    value = JSON.parse(file.replace(/^\ufeff/, ''));
  } catch {
    throw new NoProof(say('notJson'));
  }
  const format = typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined;
  if (format === 'croupier/round/1') return ROUND(value, '');
  if (format === 'croupier/card/1') return ONE_CARD(value, '');
  return refuse('format', say('wantedFormat'));
}
