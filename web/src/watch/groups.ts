/** What significant events are about, as the server groups them, and in words. */
import type { TimelineEntry } from '../lib/api';
import { say } from './messages';

export type Group = TimelineEntry['group'];

const WORDS: Record<Group, () => string> = {
  irregularity: () => say('irregularity'),
  void: () => say('voidRound'),
  correction: () => say('correction'),
  award: () => say('awardGroup'),
  floor: () => say('floorGroup'),
  conduct: () => say('conduct'),
  device: () => say('device'),
  count: () => say('count'),
  deck: () => say('deck'),
  table: () => say('tableGroup'),
  chips: () => say('chipsGroup'),
  wager: () => say('largeWager'),
  payment: () => say('largePayment'),
  note: () => say('notesGroup'),
  audit: () => say('auditGroup'),
  filing: () => say('filingGroup'),
};

export const GROUPS = Object.keys(WORDS) as Group[];

export const groupWords = (group: Group): string => WORDS[group]();
