/** Calls for the floor in words. */
import type { CallSeen, MakeCall } from '../../lib/api';
import { say } from '../messages';

export type CallReason = MakeCall['reason'];

/** What the floor may be called for, in the order of the screen. */
export const REASONS = {
  award: 'forAward',
  ruling: 'forRuling',
  irregularity: 'forIrregularity',
  dispute: 'forDispute',
  fill: 'forFill',
  other: 'forOther',
} as const satisfies Record<CallReason, string>;

/** An open call in one line: for what, where, what was said and by whom. */
export function callWords(call: CallSeen): string {
  const reason = call.reason in REASONS ? say(REASONS[call.reason as CallReason]) : call.says;
  const where = call.seat ? say('callAtSeat', { seat: call.seat }) : '';
  return [reason, where, call.reason in REASONS ? call.says : '', call.by].filter(Boolean).join(' · ');
}
