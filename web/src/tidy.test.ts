/** What must stay true of every style sheet and component, whoever writes the next. */
import { expect, test } from 'vitest';
import media from './styles/media.json';

const TOKENS = './styles/tokens.css';
const SOURCES = import.meta.glob<string>(['./**/*.svelte', './**/*.css', './**/*.ts', '!./lib/api.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Line {
  place: string;
  text: string;
}

/** Every line of the sources with these endings. */
function linesOf(...endings: string[]): Line[] {
  return Object.entries(SOURCES)
    .filter(([file]) => endings.some((ending) => file.endsWith(ending)))
    .flatMap(([file, whole]) => whole.split('\n').map((text, place) => ({ place: `${file}:${place + 1}`, text })));
}

const told = (lines: Line[]): string[] => lines.map(({ place, text }) => `${place}: ${text.trim()}`);

/** A colour written out: by its digits, by a function with numbers in it, or by a name in a declaration. */
const WRITTEN_OUT =
  /#[0-9a-f]{3,8}\b(?!['"`}])|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]|(color|background|fill|stroke|border[a-z-]*|outline|box-shadow)\s*:[^;]*\b(black|white|red|green|blue|gold|grey|gray|silver|orange|yellow|purple)\b(?!-)/i;

test('every colour is a token: none is written out elsewhere', () => {
  expect(WRITTEN_OUT.test('  color: #fff;') && WRITTEN_OUT.test('  box-shadow: 0 0 4px rgb(0 0 0 / 30%);')).toBe(true);
  const styled = linesOf('.svelte', '.css').filter(({ place }) => !place.startsWith(TOKENS));
  expect(styled.some(({ place }) => place.startsWith('./styles/base.css'))).toBe(true);
  expect(told(styled.filter(({ text }) => WRITTEN_OUT.test(text.replace(/var\([^)]*\)/g, ''))))).toEqual([]);
});

test('every width at which a page changes has a name in styles/media.json, and each name is used', () => {
  const queries = linesOf('.svelte', '.css', '.ts').filter(({ place }) => !place.includes('.test.'));
  const written = queries.filter(({ text }) => /(@media|MediaQuery|matchMedia).*\b(width|height)\b/.test(text));
  expect(told(written)).toEqual([]);
  const unused = Object.keys(media).filter(
    (name) => !queries.some(({ text }) => text.includes(`(--${name})`) || text.includes(`media.${name}`)),
  );
  expect(unused).toEqual([]);
});

test('no page asks for a wager by its name: what the server says of it decides', () => {
  const BY_NAME = /(?<!odds\.)\bwager\s*[!=]==\s*['"`]\w/; // odds have one for the whole bet, which is no spot
  expect(BY_NAME.test("class:late={wager === 'bonus'}")).toBe(true);
  const code = linesOf('.svelte', '.ts').filter(({ place }) => !place.includes('.test.'));
  expect(told(code.filter(({ text }) => BY_NAME.test(text)))).toEqual([]);
});

/** The colours of the tokens, by name: [by day, by night]. */
function tokens(): Map<string, readonly [string, string]> {
  const found = new Map<string, readonly [string, string]>();
  for (const [, name, value] of SOURCES[TOKENS]!.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const hues = value?.match(/#[0-9a-f]{6}/g);
    if (name && hues?.[0] && !found.has(name)) found.set(name, [hues[0], hues[1] ?? hues[0]]);
  }
  return found;
}

function luminance(hue: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hue.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const INKS = ['text', 'text-quiet', 'gold', 'win', 'lose', 'push', 'bad', 'good'];

test.each([
  ['by day', 0],
  ['by night', 1],
] as const)('every ink can be read on every surface %s', (_, light) => {
  const all = tokens();
  const hue = (name: string): string => all.get(name)![light];
  const weak = INKS.flatMap((ink) =>
    ['room', 'panel', 'panel-raised']
      .map((surface) => ({ ink, surface, ratio: contrast(hue(ink), hue(surface)) }))
      .filter(({ ratio }) => ratio < 4.5),
  );
  expect(weak).toEqual([]);
  expect(contrast(hue('on-gold'), hue('gold-fill-low'))).toBeGreaterThan(7);
  for (const line of ['line-strong', 'focus', 'gold-deep'])
    expect([line, contrast(hue(line), hue('panel')) >= 3]).toEqual([line, true]);
});

test('what is printed on any felt stands out at 7 to 1', () => {
  const css = SOURCES[TOKENS]!;
  const felts = [...css.matchAll(/--felt(?:-light|-dark)?:\s*(#[0-9a-f]{6})/g)].map(([, hue]) => hue ?? '');
  expect(felts.length).toBeGreaterThanOrEqual(12);
  const all = tokens();
  const inks = ['felt-text', 'gold', 'win'].map((name) => [name, all.get(name)![1]] as const);
  const weak = inks.flatMap(([name, ink]) =>
    felts.map((felt) => ({ name, felt, ratio: contrast(ink, felt) })).filter(({ ratio }) => ratio < 7),
  );
  expect(weak).toEqual([]);
});
