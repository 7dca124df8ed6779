/** What a player chose for this browser: kept here, told to the style sheets by attributes of the page. */

interface Chosen {
  fourColour: boolean;
  sounds: boolean;
  lessMotion: boolean;
  moreContrast: boolean;
}

const KEY = 'croupier.settings';
const AT_FIRST: Chosen = { fourColour: false, sounds: false, lessMotion: false, moreContrast: false };

function kept(): Chosen {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Chosen, unknown>>;
    const chosen = { ...AT_FIRST };
    for (const name of Object.keys(AT_FIRST) as (keyof Chosen)[]) {
      if (typeof found[name] === 'boolean') chosen[name] = found[name];
    }
    return chosen;
  } catch {
    return { ...AT_FIRST };
  }
}

class Settings {
  chosen = $state<Chosen>(kept());

  set(name: keyof Chosen, value: boolean): void {
    this.chosen[name] = value;
    this.apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.chosen));
    } catch {
      // A browser that keeps nothing still obeys until the page is closed.
    }
  }

  /** Tells the style sheets. */
  apply(): void {
    const page = document.documentElement.dataset;
    page.deck = this.chosen.fourColour ? 'four-colour' : 'two-colour';
    page.motion = this.chosen.lessMotion ? 'less' : 'full';
    page.contrast = this.chosen.moreContrast ? 'more' : 'usual';
  }

  /** Whether things should cross-fade rather than move. */
  get still(): boolean {
    return this.chosen.lessMotion || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const settings = new Settings();
