/** A sum that changes at each step only: level in between. */

import { lineThrough, type Point, type Scale } from './scale';

export function stairs(points: readonly Point[], x: Scale, y: Scale): string {
  const corners = points.flatMap((point, place) => {
    const before = points[place - 1];
    return before ? [{ x: point.x, y: before.y }, point] : [point];
  });
  return lineThrough(corners.map((point) => ({ x: x(point.x), y: y(point.y) })));
}
