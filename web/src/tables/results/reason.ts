/** Why a wager came out as it did, in words for somebody who has never seen the game. */
import type { ResultLine } from '../../lib/api';
import { say } from './messages';

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What the line's own sentence says after its colon, "" where it gives no reason. */
function because({ sentence }: ResultLine): string {
  const colon = sentence.indexOf(': ');
  return colon < 0 ? '' : capital(sentence.slice(colon + 2).replace(/\.$/, ''));
}

export function reasonOf(line: ResultLine): string {
  const why = because(line);
  if (line.outcome === 'win') {
    const pays = line.odds ? say('paysOdds', { odds: line.odds }) : '';
    return capital([why || line.hand, pays].filter(Boolean).join(', '));
  }
  if (line.outcome === 'push')
    return why ? say('pushesBecause', { why, title: line.title }) : say('pushes', { title: line.title });
  if (line.outcome === 'void') return why ? say('chipsGoBackBecause', { why }) : say('chipsGoBack');
  return why;
}
