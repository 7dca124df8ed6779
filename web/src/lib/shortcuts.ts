/** Keys: whatever on the page says `aria-keyshortcuts` is pressed by that key, and `?` lists them as they are now. */

const SAID = '[aria-keyshortcuts]';

const keyOf = (one: HTMLElement): string => one.getAttribute('aria-keyshortcuts') ?? '';

/** What can be pressed now, by its key. */
function pressable(): Map<string, HTMLElement> {
  const found = [...document.querySelectorAll<HTMLElement>(SAID)].filter(
    (one) => !one.matches(':disabled') && one.checkVisibility(),
  );
  return new Map(found.map((one) => [keyOf(one).toLowerCase(), one]));
}

const nameOf = (one: HTMLElement): string =>
  one.dataset.does ?? one.getAttribute('aria-label') ?? one.textContent?.trim().replace(/\s+/g, ' ') ?? '';

/** Each key that does something now, and what it does; a spot that takes no chip now only says why. */
export function keysNow(): { key: string; does: string }[] {
  const does = [...pressable().values()].filter((one) => one.ariaDisabled !== 'true');
  return does.map((one) => ({ key: keyOf(one), does: nameOf(one) }));
}

/** Whether a key is part of something that is typed or chosen there. */
export const typing = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement &&
  event.target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select');

/** Presses what a key stands for. Not while something is typed or held down, nor under an open dialog. */
export function pressedBy(event: KeyboardEvent): void {
  const at = event.target instanceof HTMLElement ? event.target : null;
  if (typing(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector('dialog:modal')) return;
  if (event.key === ' ' && at?.matches('button, a[href], input, summary')) return; // it presses what has the focus
  const one = pressable().get(event.key === ' ' ? 'space' : event.key.toLowerCase());
  if (!one) return;
  event.preventDefault();
  one.click();
}

/** A key of its own for each title: its first letter that nobody else has, "" where none is left. */
export function keysFor(titles: readonly string[], taken: string): string[] {
  const used = new Set(taken);
  return titles.map((title) => {
    const key = [...title.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !used.has(letter)) ?? '';
    used.add(key);
    return key;
  });
}
