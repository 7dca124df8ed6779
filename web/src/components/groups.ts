/** The groups of components: what each is called, and which components a search finds. */
import type { Component, ComponentGroup } from '../lib/api';
import { say } from './messages';

type Kind = ComponentGroup['group'];

const WORDS: Record<Kind, () => readonly [string, string]> = {
  program: () => [say('groupProgram'), say('aboutProgram')],
  rule_data: () => [say('groupRuleData'), say('aboutRuleData')],
  rulebooks: () => [say('groupRulebooks'), say('aboutRulebooks')],
  kernels: () => [say('groupKernels'), say('aboutKernels')],
  pages: () => [say('groupPages'), say('aboutPages')],
  dependencies: () => [say('groupDependencies'), say('aboutDependencies')],
  submissions: () => [say('groupSubmissions'), say('aboutSubmissions')],
};

/** What a group is called, and what it is of. */
export const groupWords = (group: Kind): readonly [string, string] => WORDS[group]();

/** The components whose name has the words in it, or whose digest begins with them; all where nothing is sought. */
export function matching(components: readonly Component[], sought: string): readonly Component[] {
  const words = sought.trim().toLowerCase();
  if (!words) return components;
  return components.filter((one) => one.name.toLowerCase().includes(words) || one.digest.startsWith(words));
}
