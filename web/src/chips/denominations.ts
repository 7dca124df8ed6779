/** The house's chips, and a sum as chips. */

export interface Denomination {
  cents: number;
  name: string;
}

export const DENOMINATIONS: readonly Denomination[] = [
  { cents: 100, name: 'white' },
  { cents: 500, name: 'red' },
  { cents: 2500, name: 'green' },
  { cents: 10000, name: 'black' },
  { cents: 50000, name: 'purple' },
];

/** The chip of a worth; the house has no other. */
export const chipOf = (cents: number): Denomination =>
  DENOMINATIONS.find((one) => one.cents === cents) ?? { cents, name: 'white' };

const MOST_DRAWN = 5;

/** The chips that make a sum, the largest first and so the lowest in the stack: at most five are drawn. */
export function chipsFor(cents: number): Denomination[] {
  const chips: Denomination[] = [];
  let left = cents;
  for (const chip of [...DENOMINATIONS].reverse()) {
    while (left >= chip.cents && chips.length < MOST_DRAWN) {
      chips.push(chip);
      left -= chip.cents;
    }
  }
  const smallest = DENOMINATIONS[0];
  return chips.length || !cents || !smallest ? chips : [smallest];
}
