/** What was typed into fields and is not acknowledged yet, as this browser keeps it. */
export interface Typed {
  value: string[];
  /** What stood in the field when it was typed. */
  was: string[];
}

export const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((one, place) => one === right[place]);

const texts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** What was kept; whatever cannot be what we wrote is nothing. */
export function typedFrom(kept: string | null): Record<string, Typed> {
  try {
    const found = JSON.parse(kept ?? '{}') as Record<string, Typed>;
    return Object.fromEntries(Object.entries(found).filter(([, one]) => texts(one.value) && texts(one.was)));
  } catch {
    return {};
  }
}
