import { expect, it } from 'vitest';
import { askedOf, edited, fileOf, toOne } from './paytable';

const POSTED = {
  id: 'A',
  status: 'selectable',
  lines: [
    { line: 'flush', title: 'Flush', pays: '7 to 1' },
    { line: 'straight', title: 'Straight', pays: '4 to 1' },
  ],
};

it('asks for every line, and says which are gone', () => {
  const lines = edited(POSTED.lines).filter(({ line }) => line !== 'straight');
  lines.push({ line: 'full_house', title: 'Full house', pays: ' 8 to 1 ' });
  const asked = askedOf('trips', POSTED, lines, 100);
  expect(asked).toEqual({
    wager: 'trips',
    paytable: 'A',
    lines: { flush: '7 to 1', full_house: '8 to 1', straight: 'none' },
    rounds: 100,
  });
  expect(fileOf('md-uth', asked)).toBe(
    '# croupier odds md-uth --wager trips --paytable A --paytable-file THIS\n[lines]\nflush = "7 to 1"\nfull_house = "8 to 1"\nstraight = "none"\n',
  );
});

it('reads odds as what they add to one', () => {
  expect(['6 to 1', '3 to 2', '300 for 1', '1,000 to 1', 'push', '6 to', '1 to 0'].map(toOne)).toEqual([
    6,
    1.5,
    299,
    1000,
    null,
    null,
    null,
  ]);
});
