/** Scales of plots: honest ones, from a round number to a round number, and with nought where nought belongs. */

export interface Span {
  from: number;
  to: number;
}

/** A round step that divides a span into about so many parts. */
export function stepOf({ from, to }: Span, parts: number): number {
  const rough = Math.max((to - from) / parts, Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough * 0.999) ?? rough;
}

/** The span of these values, nought included, widened to whole steps. */
export function spanOf(values: readonly number[], parts = 4): Span {
  const from = Math.min(0, ...values);
  const to = Math.max(0, ...values);
  if (from === to) return { from: 0, to: 1 };
  const step = stepOf({ from, to }, parts);
  return { from: Math.floor(from / step) * step || 0, to: Math.ceil(to / step) * step || 0 };
}

/** The round numbers of a span, both ends included where they are round. */
export function ticksOf(span: Span, parts = 4): number[] {
  const step = stepOf(span, parts);
  const first = Math.ceil(span.from / step - 1e-9);
  const last = Math.floor(span.to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step || 0);
}

/** Where a value lies, in pixels. */
export type Scale = (value: number) => number;

export function scaleOf(span: Span, first: number, last: number): Scale {
  const size = span.to - span.from || 1;
  return (value) => first + ((last - first) * (value - span.from)) / size;
}

export interface Point {
  x: number;
  y: number;
}

const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A line through points. */
export const lineThrough = (points: readonly Point[]): string => (points.length ? `M${points.map(at).join('L')}` : '');

/** The area between two lines of points. */
export const areaBetween = (above: readonly Point[], below: readonly Point[]): string =>
  above.length ? `M${[...above, ...[...below].reverse()].map(at).join('L')}Z` : '';
