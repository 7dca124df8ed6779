import { expect, it } from 'vitest';
import { addressOf, shortOf } from './clauses';

it.each([
  ['md-uth:12B(1)', '12B(1)'],
  ['.12F(5)[heading struck]', '.12F(5)'],
  ['md-fcp:.12D[1st](3)(b)', '.12D(3)(b)'],
  ['ma-fcp-2:[all-other-clauses]', 'all other clauses'],
])('shows %s as %s', (clause, shown) => {
  expect(shortOf(clause)).toBe(shown);
});

it('asks for a clause by its whole id', () => {
  expect(addressOf('.12F(5)[heading struck]', 'md-tcp')).toBe('/clauses/md-tcp/.12F(5)%5Bheading%20struck%5D');
});
