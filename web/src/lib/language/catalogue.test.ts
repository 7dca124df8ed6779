import { afterEach, expect, test } from 'vitest';
import { messages, numbersIn, PSEUDO, speak } from './catalogue';
import { day } from './dates';
import { dollars, short } from './money';

const say = messages('lobby', {
  tables: 'Tables',
  welcome: 'You are {name}, with {amount}.',
  seats: { one: '{count} seat free', other: '{count} seats free' },
  round: 'Round {round}',
});

afterEach(() => speak('en', {}));

test('a message is said with what is put in', () => {
  expect(say('tables')).toBe('Tables');
  expect(say('welcome', { name: 'ann', amount: '$5' })).toBe('You are ann, with $5.');
  // @ts-expect-error -- what a message needs must be given
  expect(say('welcome', { name: 'ann' })).toBe('You are ann, with .');
});

test('numbers and plurals go by the language', () => {
  expect(say('seats', { count: 1 })).toBe('1 seat free');
  expect(say('seats', { count: 1200 })).toBe('1,200 seats free');
  expect(say('round', { round: 1204 })).toBe('Round 1204'); // a name, no quantity
});

test('money, numbers and dates are written as the language spoken writes them', () => {
  const tenths = numbersIn({ maximumFractionDigits: 1 });
  expect([dollars(123450), short(2500), tenths(1234.56)]).toEqual(['$1,234.50', '$25', '1,234.6']);
  speak('de', {});
  expect([dollars(123450), short(2500), tenths(1234.56)]).toEqual(['1.234,50\u00a0$', '25\u00a0$', '1.234,6']);
  expect(day(Date.UTC(2026, 4, 20, 12))).toContain('Mai');
  speak('en', {});
  expect(dollars(123450)).toBe('$1,234.50');
});

test('a translation is data, and may order its words as it likes', () => {
  speak('pl', {
    lobby: {
      welcome: '{amount}: tyle masz, {name}.',
      seats: { one: '{count} miejsce', few: '{count} miejsca', other: '{count} miejsc' },
    },
  });
  expect(say('welcome', { name: 'ann', amount: '$5' })).toBe('$5: tyle masz, ann.');
  expect([1, 3, 5].map((count) => say('seats', { count }))).toEqual(['1 miejsce', '3 miejsca', '5 miejsc']);
  expect(say('tables')).toBe('Tables'); // what it has no words for
});

test('in the pseudo language one sees every message for what it is', () => {
  speak(PSEUDO, {});
  expect(say('tables')).toBe('⟦Tåbléš··⟧');
  expect(say('welcome', { name: 'ann', amount: '$5' })).toMatch(/^⟦.*ann.*\$5.*⟧$/);
});
