/** How a filing stands and what was done with it, in words. */
import type { ChangeSeen, FilingCard } from '../lib/api';
import { moment } from '../lib/language/dates';
import { say } from './messages';

export function standingWords({ standing, from_day: from, until_day: until }: FilingCard): string {
  if (standing === 'in_force') return until ? say('stateInForceUntil', { from, until }) : say('stateInForce', { from });
  if (standing === 'approved') return say('stateApproved', { from });
  if (standing === 'over') return say('stateOver', { until });
  if (standing === 'filed') return say('stateFiled');
  if (standing === 'returned') return say('stateReturned');
  return standing === 'draft' ? say('stateDraft') : say('stateWithdrawn');
}

const KINDS: Record<ChangeSeen['kind'], () => string> = {
  made: () => say('kindMade'),
  edited: () => say('kindEdited'),
  filed: () => say('kindFiled'),
  remarked: () => say('kindRemarked'),
  returned: () => say('kindReturned'),
  approved: () => say('kindApproved'),
  withdrawn: () => say('kindWithdrawn'),
};

export const changeWords = (kind: ChangeSeen['kind'], who: string, atMs: number): string =>
  say('lastChange', { kind: KINDS[kind](), who, moment: moment(atMs) });
