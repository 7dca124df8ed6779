/** A paytable while it is edited, and what is made of it. */
import type { StudioAsked, StudioLine, StudioPaytable } from '../lib/api';

export interface EditedLine {
  line: string;
  title: string;
  pays: string;
}

/** A posted paytable's lines, to be edited. */
export const edited = (lines: readonly StudioLine[]): EditedLine[] =>
  lines.map(({ line, title, pays }) => ({ line, title, pays: pays ?? '' }));

/** What the house is asked: every line there, and `none` for those of the posted table that were taken away. */
export function askedOf(
  wager: string,
  posted: StudioPaytable,
  lines: readonly EditedLine[],
  rounds: number,
): StudioAsked {
  const there = new Map(lines.map(({ line, pays }) => [line, pays.trim()]));
  const gone = posted.lines.filter(({ line }) => !there.has(line)).map(({ line }) => [line, 'none'] as const);
  return { wager, paytable: posted.id, lines: Object.fromEntries([...there, ...gone]), rounds };
}

/** The same as a file that `croupier odds --paytable-file` takes, with a line of how. */
export function fileOf(rulebook: string, { wager, paytable, lines }: StudioAsked): string {
  const rows = Object.entries(lines).map(([line, pays]) => `${line} = ${JSON.stringify(pays)}\n`);
  const how = `# croupier odds ${rulebook} --wager ${wager} --paytable ${paytable} --paytable-file THIS\n`;
  return `${how}[lines]\n${rows.join('')}`;
}

/** Odds such as "6 to 1" or "3 for 2" as what they add to one; nothing where they are no such odds. */
export function toOne(pays: string): number | null {
  const found = /^([\d,]+) (to|for) ([\d,]+)$/.exec(pays.trim());
  if (!found) return null;
  const [over, under] = [found[1], found[3]].map((text) => Number(text?.replaceAll(',', ''))) as [number, number];
  return under > 0 ? over / under - (found[2] === 'for' ? 1 : 0) : null;
}
