import { describe, expect, it } from 'vitest';
import { fieldOf, percent, shiftFromMs } from './shifts';

describe('shifts', () => {
  const noon = new Date(2027, 0, 31, 12, 0, 0).getTime();

  it('begin at a time of this day, in this place', () => {
    expect(new Date(shiftFromMs('06:30', noon))).toEqual(new Date(2027, 0, 31, 6, 30));
    expect(new Date(shiftFromMs('', noon))).toEqual(new Date(2027, 0, 31));
  });

  it('are written as a field of date and time reads them', () => {
    expect(fieldOf(noon)).toBe('2027-01-31T12:00');
    expect(new Date(fieldOf(noon)).getTime()).toBe(noon);
  });

  it('hold a part of the drop, or none', () => {
    expect(percent(0.1234)).toBe('12.34 %');
    expect(percent(null)).toBe('none');
  });
});
