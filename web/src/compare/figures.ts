/** Edges as people compare them: to a ten-thousandth of a percent, and as fractions. */

const DIGITS = 4;

/** A share in percent, with a real minus sign. */
export function edgeWords(share: number): string {
  return `${(share * 100).toFixed(DIGITS).replace('-', '−')} %`;
}

/** By how much one is more than another, with its sign; a difference too small for its digits is not called nothing. */
export function moreWords(share: number): string {
  const size = Math.abs(share * 100);
  const least = 10 ** -DIGITS;
  const text = size < least ? `< ${least.toFixed(DIGITS)} %` : `${size.toFixed(DIGITS)} %`;
  return `${share < 0 ? '−' : '+'}${text}`;
}
