import { expect, it } from 'vitest';
import { Presses } from './press';

const press = (timeStamp: number, pointerType = 'mouse', detail = 1) =>
  ({ timeStamp, pointerType, detail }) as unknown as MouseEvent;

it('takes the second press of a double click for an echo, however slow, and no other', () => {
  const presses = new Presses();
  const found = [press(0), press(480, 'mouse', 2), press(900), press(950, '', 0)].map((one) => presses.echoes(one));
  expect(found).toEqual([false, true, false, false]);
});

it('takes a tap soon after another for its echo', () => {
  const presses = new Presses();
  const found = [0, 200, 500, 1200].map((at) => presses.echoes(press(at, 'touch')));
  expect(found).toEqual([false, true, true, false]);
});
