/**
 * What the pages say, kept as data: each folder has its messages by name, in English, and a language is a file of the same
 * names with other words. Numbers, dates and plurals go by the language; sentences of the house itself come from the house.
 */

/** A text with {names} for what is put in, or one for each plural form of {count}, which is written as a quantity. */
export type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
export type Messages = Readonly<Record<string, Message>>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Forms<One> = One extends string ? Names<One> : Names<One[keyof One]> | 'count';
type Given<One> = [Forms<One>] extends [never] ? [] : [{ [Name in Forms<One>]: string | number | undefined }];

export type Say<All> = <Name extends keyof All & string>(name: Name, ...given: Given<All[Name]>) => string;

/** For tests: every message in brackets, with accents and a third longer, so that one sees what is not a message. */
export const PSEUDO = 'en-XA';
const KEY = 'croupier.language';
const FILES = import.meta.glob<Record<string, Messages>>('../../languages/*.json', { import: 'default' });

let language = 'en';
let plurals = new Intl.PluralRules('en');
let words: Record<string, Messages> = {};

/** Takes in the language that was chosen for this browser; English where none was, or none that is known. */
export async function loadLanguage(): Promise<void> {
  let wanted = 'en';
  try {
    wanted = localStorage.getItem(KEY) ?? 'en';
  } catch {
    // A browser that keeps nothing is spoken to in English.
  }
  const found = FILES[`../../languages/${wanted}.json`];
  if (wanted === PSEUDO) speak(PSEUDO, {});
  else if (found) speak(wanted, await found());
  document.documentElement.lang = language;
}

/** Speaks a language from now on; what it has no words for is said in English. */
export function speak(spoken: string, translated: Record<string, Messages>): void {
  language = spoken;
  words = translated;
  plurals = new Intl.PluralRules(spoken);
}

/** How the language spoken writes such numbers; made anew where another is spoken. */
export function numbersIn(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  let [madeFor, numbers] = ['en', new Intl.NumberFormat('en-US', options)];
  return (value) => {
    if (madeFor !== language) {
      [madeFor, numbers] = [language, new Intl.NumberFormat(language === 'en' ? 'en-US' : language, options)];
    }
    return numbers.format(value);
  };
}

/** How the language spoken writes such dates; in English as whoever reads has set the browser. */
export function datesIn(options: Intl.DateTimeFormatOptions): (atMs: number) => string {
  let [madeFor, dates] = ['en', new Intl.DateTimeFormat(undefined, options)];
  return (atMs) => {
    if (madeFor !== language) {
      [madeFor, dates] = [language, new Intl.DateTimeFormat(language === 'en' ? undefined : language, options)];
    }
    return marked(dates.format(atMs));
  };
}

/** What a folder says, by name. */
export function messages<const All extends Messages>(folder: string, english: All): Say<All> {
  return (name, ...[given]) => {
    const message: Message = words[folder]?.[name] ?? english[name]!;
    const put: Record<string, string | number | undefined> = given ?? {};
    const text = typeof message === 'string' ? message : (message[plurals.select(Number(put.count))] ?? message.other);
    const parts = text
      .split(/\{(\w+)\}/)
      .map((part, place) => (place % 2 ? shown(part, put[part] ?? '') : spell(part)));
    return marked(parts.join(''), Math.ceil(text.length / 3));
  };
}

/** A count is written as a quantity; any other number is a name, such as round 1204, and stands as it is. */
const quantities = numbersIn();
const shown = (name: string, value: string | number): string =>
  name === 'count' && typeof value === 'number' ? quantities(value) : String(value);

const marked = (text: string, longer = 0): string => (language === PSEUDO ? `⟦${text}${'·'.repeat(longer)}⟧` : text);

const ACCENTED = new Map(
  [...'aeiouAEIOUcnsyz'].map((letter, place) => [letter, [...'åéîöûÅÉÎÖÛçñšýž'][place] ?? letter]),
);
const spell = (text: string): string =>
  language === PSEUDO ? [...text].map((letter) => ACCENTED.get(letter) ?? letter).join('') : text;
