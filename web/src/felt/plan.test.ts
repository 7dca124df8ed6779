import { describe, expect, it } from 'vitest';
import { NAMED, overlap, SUMMED, thingsOf, type Area, type Needs, type Plan } from './areas';
import { planFor, railAt } from './plan';

const GAMES: Record<string, Pick<Needs, 'seats' | 'reach' | 'cards'>> = {
  'three card': { seats: 7, reach: 1.2, cards: { box: 3, dealer: 3, community: 0, bonus: 0 } },
  'four card': { seats: 6, reach: 1.2, cards: { box: 5, dealer: 6, community: 0, bonus: 1 } },
  'four card, seven seats': { seats: 7, reach: 1.2, cards: { box: 5, dealer: 6, community: 0, bonus: 1 } },
  "hold 'em": { seats: 6, reach: 1.78, cards: { box: 2, dealer: 2, community: 5, bonus: 4 } },
  "hold 'em, seven seats": { seats: 7, reach: 1.78, cards: { box: 2, dealer: 2, community: 5, bonus: 4 } },
};
// The felt of windows 1024, 1280, 1440 and 1920 wide, and of one 1280 wide beside the open drawer.
const FELTS = [
  [898, 520],
  [1150, 546],
  [1310, 646],
  [1790, 826],
  [810, 546],
] as const;

// Those of phones held either way, of short windows, and beside an open drawer.
const SMALL_FELTS = [
  [390, 590],
  [320, 420],
  [390, 378],
  [590, 352],
  [372, 590],
] as const;

const name = (area: Area): string => JSON.stringify(area);

function problems(needs: Needs, plan: Plan): string[] {
  const boxes = Object.values(plan.boxes);
  const things = [...thingsOf(plan.side), plan.shoe, ...boxes];
  const found = things.flatMap((one, at) =>
    things
      .slice(at + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${name(one)} and ${name(other)} overlap`),
  );
  for (const box of needs.mine.map((seat) => plan.boxes[seat]!)) {
    const foot = needs.height - box.top - box.height;
    if (foot < railAt(box.left, needs, plan)) found.push(`${name(box)} is cut by the rail`);
    if (foot < railAt(box.left + box.width, needs, plan)) found.push(`${name(box)} is cut by the rail`);
    if (plan.results && overlap(plan.results, box)) found.push(`the results cover ${name(box)}`);
  }
  const kept = [...thingsOf(plan.side), plan.shoe, ...boxes];
  const covered = kept.filter((one) => plan.results && overlap(plan.results, one));
  found.push(...covered.map((one) => `the results cover ${name(one)}`));
  for (const one of boxes) {
    if (one.left < 0 || one.left + one.width > needs.width || one.top < 0) found.push(`${name(one)} is off the felt`);
  }
  return found;
}

describe.each(Object.entries(GAMES))('%s', (_, game) => {
  it.each(FELTS)('has room for everything on a felt of %i by %i, wherever one sits', (width, height) => {
    const seats = Array.from({ length: game.seats }, (_, at) => at + 1);
    const sittings = [[], ...seats.map((seat) => [seat]), ...seats.slice(1).map((seat) => [seat - 1, seat])];
    for (const [mine, full] of sittings.flatMap((one) => [[one, false] as const, [one, true] as const])) {
      const needs = { ...game, width, height, mine, taken: full ? seats : mine };
      const plan = planFor(needs);
      expect(problems(needs, plan), `${mine}`).toEqual([]);
      expect(plan.own.spot, `${mine}`).toBeGreaterThan(mine.length > 1 ? 30 : 36);
      const [left, right] = [plan.boxes[Math.max(...mine)]?.left ?? 0, plan.boxes[Math.min(...mine)]];
      const off = right ? Math.abs((left + right.left + right.width - width) / 2) : 0;
      if (!full && width > 810 && mine.length === 1) expect(off, `${mine}`).toBeLessThan(16);
      if (mine.length === 1 && width > 1100 && !full)
        expect(plan.results?.width, `${mine}`).toBeGreaterThanOrEqual(200);
      if (mine.length === 1 && width === 1150 && !full) expect(plan.results?.height, `${mine}`).toBeGreaterThan(380);
      if (mine.length === 1 && mine[0] === 3 && width === 1150 && !full) {
        expect(plan.print && plan.results && overlap(plan.print, plan.results), `${mine}`).toBe(false);
        expect(plan.print?.height, `${mine}`).toBeGreaterThan(324); // two paytables, of three and of seven lines
      }
    }
  });

  it('has spots for a thumb on a phone', () => {
    const plan = planFor({ ...game, width: 390, height: 530, mine: [3], taken: [3] });
    expect(plan.narrow).toBe(true);
    expect(plan.own.spot).toBeGreaterThanOrEqual(44);
  });

  it.each([
    [1, NAMED],
    [3, SUMMED],
    [6, 17],
  ])('shows who looks on the chips of %i boxes on a phone held sideways', (boxes, least) => {
    const taken = Array.from({ length: boxes }, (_, at) => at + 1);
    const plan = planFor({ ...game, width: 584, height: 316, mine: [], taken });
    expect(plan.other.spot).toBeGreaterThanOrEqual(least);
    expect(plan.other.card).toBeGreaterThanOrEqual(18);
  });

  it.each(SMALL_FELTS)('has room for everything on a small felt of %i by %i', (width, height) => {
    const seats = Array.from({ length: game.seats }, (_, at) => at + 1);
    for (const [mine, full] of [[], [1], [3], [3, 4]].flatMap((one) => [[one, false] as const, [one, true] as const])) {
      const needs = { ...game, width, height, mine, taken: full ? seats : mine };
      const plan = planFor(needs);
      const things = [...thingsOf(plan.side), ...Object.values(plan.boxes)];
      const clash = things.filter((one, at) => things.slice(at + 1).some((other) => overlap(one, other)));
      expect(clash.map(name), `${mine} ${full}`).toEqual([]);
      const out = things.filter(
        (one) => one.left < 0 || one.top < 0 || one.left + one.width > width || one.top + one.height > height,
      );
      expect(out.map(name), `${mine} ${full}`).toEqual([]);
      const crowded = full || mine.length > 1;
      expect(plan.own.spot).toBeGreaterThanOrEqual(crowded ? 31 : 38);
      expect(plan.own.card).toBeGreaterThanOrEqual(crowded ? 30 : 36);
    }
  });
});
