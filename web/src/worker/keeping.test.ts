import { expect, test } from 'vitest';
import { mayBeKept, withoutPeople } from './keeping';

const at = (path: string): URL => new URL(path, 'https://house.invalid');

test.each(['/api/tables', '/api/rulebooks', '/api/rulebooks/md-uth', '/api/clauses/md-tcp/.11D(7)(c)'])(
  'the answer to %s may be kept',
  (path) => {
    expect(mayBeKept('GET', at(path))).toBe(true);
    expect(mayBeKept('POST', at(path))).toBe(false);
  },
);

test.each([
  '/api/session',
  '/api/users',
  '/api/history',
  '/api/history/oak/3',
  '/api/history/oak/3/proof',
  '/api/tables/oak',
  '/api/tables/oak/view',
  '/api/tables/oak/coach?seat=3',
  '/api/tables/oak/odds',
  '/api/tables?of=me',
  '/api/rulebooks/md-uth/secret',
  '/health',
])('the answer to %s is never kept', (path) => {
  expect(mayBeKept('GET', at(path))).toBe(false);
});

test('of the lobby nobody is kept', () => {
  const lobby = JSON.stringify([{ table: 'oak', limits: '$5 to $100', players: { 3: 'ann' } }]);
  expect(withoutPeople('/api/tables', lobby)).toBe('[{"table":"oak","limits":"$5 to $100","players":{}}]');
  expect(withoutPeople('/api/rulebooks', '[{"players":1}]')).toBe('[{"players":1}]');
});
