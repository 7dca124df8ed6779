/** The kinds of slips, in words. */
import type { SlipSeen } from '../lib/api';
import { say } from './messages';

/** What each kind does, and how it is called for short. */
const KINDS = {
  fill: ['kindFill', 'shortFill'],
  credit: ['kindCredit', 'shortCredit'],
  opener: ['kindOpener', 'shortOpener'],
  closer: ['kindCloser', 'shortCloser'],
  drop: ['kindDrop', 'shortDrop'],
} as const satisfies Record<SlipSeen['kind'], readonly string[]>;

export const slipKinds = (): SlipSeen['kind'][] => Object.keys(KINDS) as SlipSeen['kind'][];
export const kindWords = (kind: SlipSeen['kind']): string => say(KINDS[kind][0]);
export const shortKind = (kind: SlipSeen['kind']): string => say(KINDS[kind][1]);
