/** Proofs that the house's own verifier judged: this one must say the same of each, word for word. */

import { describe, expect, it } from 'vitest';
import examples from '../../../tests/house/shuffles/proof_examples.json';
import { hex, sha256, utf8 } from './bytes';
import { proves, verify } from './checks';
import { LARGEST_FILE_BYTES, NoProof, readProof, type RoundProof } from './proof';

const file = (name: string) => examples.find((example) => example.name === name)!.file;
const honest = file('open mode');

async function failing(text: string): Promise<string[]> {
  return (await verify(readProof(text))).filter((check) => !check.passed).map((check) => check.name);
}

/** The text with a checksum that fits, as a forger leaves it. */
async function resealed(proof: RoundProof): Promise<string> {
  const plain = JSON.stringify({ ...proof, checksum: '' });
  return JSON.stringify({ ...proof, checksum: hex(await sha256(utf8('croupier/round/1\0'), utf8(plain))) });
}

it.each(examples)("finds in $name what the house's verifier finds", async ({ file: text, checks }) => {
  const found = await verify(readProof(text));
  expect(found.map((check) => [check.name, check.passed, check.sentence])).toEqual(checks);
});

it('holds what is true and nothing that is forged or damaged', async () => {
  for (const { name, file: text } of examples) {
    expect([name, (await failing(text)).length > 0]).toEqual([name, /forged|damaged/.test(name)]);
  }
});

it('says where there is no shuffle to prove', () => {
  expect(proves(readProof(honest))).toBe(true);
  expect(proves(readProof(file('card 1')))).toBe(true);
  expect(proves(readProof(file('an order that nobody knew')))).toBe(false);
});

type Path = (string | number)[];

/** Every place in a value, with other values that might stand there. */
function* changes(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (typeof value === 'number') {
    for (const other of [value + 1, value - 1, value + 1000]) yield [path, other];
  }
  if (typeof value === 'string') {
    yield [path, (value[0] === 'f' ? '0' : 'f') + value.slice(1)];
    yield [path, value.slice(0, -1)];
  }
  if (Array.isArray(value) && value.length) {
    yield [path, value.slice(1)];
    yield [path, [...value, value[0]]];
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, inside] of Object.entries(value)) yield* changes(inside, [...path, key]);
  }
}

function changed(text: string, path: Path, other: unknown): string {
  const proof = JSON.parse(text);
  let place = proof;
  for (const key of path.slice(0, -1)) place = place[key];
  place[path.at(-1)!] = other;
  return JSON.stringify(proof);
}

describe('a proof changed anywhere', () => {
  it('is refused or fails a check', async () => {
    const all = [...changes(JSON.parse(honest))];
    expect(all.length).toBeGreaterThan(150);
    for (const [path, other] of all) {
      const found = await failing(changed(honest, path, other)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(NoProof);
        return ['refused'];
      });
      expect([path, found.length > 0]).toEqual([path, true]);
    }
  });

  it('is found out without the checksum where it touches seeds, roots, cuts or cards', async () => {
    for (const [path, other] of changes(JSON.parse(honest))) {
      const words = path.filter((part) => Number.isNaN(Number(part))).join('.');
      if (!/seed$|seeds|root$|commitment|card$/.test(words)) continue;
      const text = changed(honest, path, other);
      let proof;
      try {
        proof = readProof(text) as RoundProof;
      } catch (error) {
        expect(error).toBeInstanceOf(NoProof);
        continue;
      }
      expect([words, (await failing(await resealed(proof))).length > 0]).toEqual([words, true]);
    }
  });
});

describe('a file that is no proof', () => {
  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['[]', 'format should be croupier/round/1 or croupier/card/1'],
    ['null', 'format should be'],
    [honest.replace('croupier/round/1', 'croupier/round/2'), 'format should be'],
    [changed(honest, ['shuffles', 0, 'seed'], 'xyz'), 'shuffles[0].seed should be 64 hexadecimal digits'],
    [changed(honest, ['dealt', 3, 'card'], '1s'), 'dealt[3].card should be a card such as As'],
    [changed(honest, ['round'], 1.5), 'round should be a whole number from 1'],
    [changed(honest, ['round'], 2 ** 53), 'round should be a whole number from 1'],
    [changed(honest, ['outcome'], 'won'), 'outcome should be closed or void'],
    [changed(honest, ['shuffles', 0, 'player_seeds', 0], ['Ann']), 'player_seeds[0] should be a name and a seed'],
    [changed(honest, ['shuffles', 0, 'player_seeds', 0, 1], '\ud800'), 'should be a text'],
    [changed(honest, ['shuffles', 0, 'cuts'], null), 'cuts should be a list'],
    [changed(honest, ['bets_closed'], []), 'bets_closed should be an object'],
    [changed(honest, ['extra'], 1), 'it should be without the field "extra"'],
    [changed(honest, ['table'], undefined), 'table should be there'],
    [' '.repeat(LARGEST_FILE_BYTES + 1), 'too long for a proof'],
  ])('is refused in a sentence (%#)', (text, words) => {
    const reading = () => readProof(text);
    expect(reading).toThrow(NoProof);
    expect(reading).toThrow(words);
  });
});

it('reads a file that was saved with a byte order mark, or with its fields in another order', async () => {
  expect(await failing('\ufeff' + honest)).toEqual([]);
  const backwards = Object.fromEntries(Object.entries(JSON.parse(honest)).reverse());
  expect(await failing(JSON.stringify(backwards, null, 2))).toEqual([]);
});
