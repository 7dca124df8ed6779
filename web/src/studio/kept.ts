/** What was typed, kept in this browser's tab until it is closed: a reload or another wager loses nothing. */
export function kept<Kept>(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(`croupier.studio ${name}`) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`croupier.studio ${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets on a reload.
  }
}
