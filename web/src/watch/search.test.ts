import { expect, test } from 'vitest';
import { addressFor, askedOf, searchOf } from './search';

test('a search comes back from its address, and leaves the wall as it is', () => {
  const search = { group: 'award', person: 'ann', least: '12.50', until: '2026-05-01T20:15' };
  const address = addressFor(new URLSearchParams('screens=4&tables=oak,elm&table=ash'), search);
  const query = new URL(address, 'http://house.invalid').searchParams;
  expect(query.get('screens')).toBe('4');
  expect(query.get('table')).toBeNull();
  expect(searchOf(query)).toEqual(search);
  expect(addressFor(new URLSearchParams('person=ann'), {})).toBe('/watch');
});

test('the server is asked in cents and milliseconds, the last minute to its end', () => {
  const asked = askedOf({ table: 'oak', least: '12.5', since: '2026-05-01T20:15', until: '2026-05-01T20:15' });
  const minute = new Date('2026-05-01T20:15').getTime();
  expect(Object.fromEntries(asked)).toEqual({
    table: 'oak',
    least_cents: '1250',
    since_ms: String(minute),
    until_ms: String(minute + 59_999),
  });
});

test('what cannot be read is not asked', () => {
  expect(askedOf({ least: 'much', since: 'then' }).size).toBe(0);
  expect(askedOf({ least: '-3' }).size).toBe(0);
});
