import { expect, test } from 'vitest';
import { matching } from './groups';

const FILES = [
  { name: 'table/decide.py', digest: 'ab12', version: '' },
  { name: 'rulebook/data/md-tcp.yaml', digest: 'cd34', version: '' },
  { name: 'numpy', digest: '', version: '2.4.6' },
];

test.each([
  ['', ['table/decide.py', 'rulebook/data/md-tcp.yaml', 'numpy']],
  ['  ', ['table/decide.py', 'rulebook/data/md-tcp.yaml', 'numpy']],
  ['MD-TCP', ['rulebook/data/md-tcp.yaml']],
  ['ab1', ['table/decide.py']],
  ['b12', []],
])('%j finds %j', (sought, names) => {
  expect(matching(FILES, sought).map((one) => one.name)).toEqual(names);
});
