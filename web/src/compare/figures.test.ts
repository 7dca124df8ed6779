import { expect, it } from 'vitest';
import { edgeWords, moreWords } from './figures';

it('writes edges in percent with four digits', () => {
  expect([0.0337298, -0.0079185, 0].map(edgeWords)).toEqual(['3.3730 %', '−0.7919 %', '0.0000 %']);
});

it('says by how much more with a sign, and never that a small difference is none', () => {
  expect([0.0117647, -0.0012, 0.0000001, -0.0000001].map(moreWords)).toEqual([
    '+1.1765 %',
    '−0.1200 %',
    '+< 0.0001 %',
    '−< 0.0001 %',
  ]);
});
