/** Exact fractions and numbers that people write, for the figures beside the form. */
import type { ExactFraction } from '../../lib/api';

/** A fraction of cents as whole cents, to the nearest. */
export function wholeCents({ num, den }: ExactFraction): number {
  const [over, under] = [BigInt(num), BigInt(den)];
  const size = over < 0n ? -over : over;
  const nearest = Number((2n * size + under) / (2n * under));
  return over < 0n ? -nearest : nearest;
}

/** A whole number from 1 to the most, null where the text is none. */
export function numberIn(text: string, most: number): number | null {
  const found = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return found >= 1 && found <= most ? found : null;
}
