/** What a player chose for this browser: kept here, told to the style sheets by attributes of the page. */

/** By which light the room is shown: by the system's own, or always by one. */
export type Theme = 'system' | 'light' | 'dark';

interface Chosen {
  theme: Theme;
  fourColour: boolean;
  sounds: boolean;
  lessMotion: boolean;
  moreContrast: boolean;
}

const KEY = 'croupier.settings';
const THEMES: readonly unknown[] = ['system', 'light', 'dark'] satisfies Theme[];
const AT_FIRST: Chosen = { theme: 'system', fourColour: false, sounds: false, lessMotion: false, moreContrast: false };

function kept(): Chosen {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Chosen, unknown>>;
    const fits = ([name, value]: [string, unknown]): boolean =>
      name === 'theme' ? THEMES.includes(value) : name in AT_FIRST && typeof value === 'boolean';
    return { ...AT_FIRST, ...Object.fromEntries(Object.entries(found).filter(fits)) };
  } catch {
    return { ...AT_FIRST };
  }
}

class Settings {
  chosen = $state<Chosen>(kept());

  set<Name extends keyof Chosen>(name: Name, value: Chosen[Name]): void {
    this.chosen[name] = value;
    this.apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.chosen));
    } catch {
      // A browser that keeps nothing still obeys until the page is closed.
    }
  }

  /** Tells the style sheets, now and whenever the system turns from day to night. */
  start(): void {
    this.apply();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.apply());
  }

  apply(): void {
    const page = document.documentElement.dataset;
    page.theme = this.chosen.theme;
    page.deck = this.chosen.fourColour ? 'four-colour' : 'two-colour';
    page.motion = this.chosen.lessMotion ? 'less' : 'full';
    page.contrast = this.chosen.moreContrast ? 'more' : 'usual';
    // The browser's own frame has the room's colour, as the style sheets have it.
    const frame = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
    if (frame) frame.content = getComputedStyle(document.documentElement).backgroundColor;
  }

  /** Whether things should cross-fade rather than move. */
  get still(): boolean {
    return this.chosen.lessMotion || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const settings = new Settings();
