/** What a call for the floor is about, in words. */
import type { CallSeen } from '../lib/api';
import { say } from './messages';

const REASONS = {
  award: 'reasonAward',
  ruling: 'reasonRuling',
  irregularity: 'reasonIrregularity',
  dispute: 'reasonDispute',
  fill: 'reasonFill',
  other: 'reasonOther',
  inspection: 'reasonInspection',
  device: 'reasonDevice',
} as const satisfies Record<CallSeen['reason'], string>;

/** "ruling, seat 4", or "inspection" where it concerns no seat. */
export function reasonOf({ reason, seat }: CallSeen): string {
  const about = say(REASONS[reason]);
  return seat ? say('callAt', { reason: about, seat }) : about;
}

/** The id of the field by which a call is answered in the pit. */
export const answerId = (table: string, { call }: CallSeen): string => `answer-${table}-${call}`;
