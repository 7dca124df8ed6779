/** Where something may lie for a while without covering what must be seen. */
import { GAP, overlap, type Area } from '../areas';

export interface Size {
  width: number;
  height: number;
}

/** The place within an area that is nearest to something and clear of all that is kept free; null where there is none. */
export function clearPlace(size: Size, within: Area, near: Area, kept: readonly Area[]): Area | null {
  const far = kept.map(widened);
  const [x, y] = middleOf(near);
  const right = within.left + within.width - size.width;
  const bottom = within.top + within.height - size.height;
  const lefts = [within.left, right, x - size.width / 2, ...far.flatMap((one) => [one.left - size.width, endOf(one)])];
  const tops = [within.top, bottom, y - size.height / 2, ...far.flatMap((one) => [one.top - size.height, footOf(one)])];
  let best: Area | null = null;
  let least = Infinity;
  for (const left of lefts.filter((one) => one >= within.left && one <= right)) {
    for (const top of tops.filter((one) => one >= within.top && one <= bottom)) {
      const area = { left, top, ...size };
      const away = distance(area, x, y);
      if (away >= least || far.some((one) => overlap(one, area))) continue;
      [best, least] = [area, away];
    }
  }
  return best;
}

const widened = ({ left, top, width, height }: Area): Area => ({
  left: left - GAP,
  top: top - GAP,
  width: width + 2 * GAP,
  height: height + 2 * GAP,
});
const endOf = ({ left, width }: Area): number => left + width;
const footOf = ({ top, height }: Area): number => top + height;
const middleOf = ({ left, top, width, height }: Area): [number, number] => [left + width / 2, top + height / 2];

/** From a point to the nearest point of an area; between two that are equally near, to its middle. */
function distance(area: Area, x: number, y: number): number {
  const across = Math.max(area.left - x, 0, x - endOf(area));
  const down = Math.max(area.top - y, 0, y - footOf(area));
  const [middleX, middleY] = middleOf(area);
  return Math.hypot(across, down) + Math.hypot(middleX - x, middleY - y) / 1000;
}
