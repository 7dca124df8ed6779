/** Money in words: whole cents in, text out, as the language spoken writes it. */
import { numbersIn } from './catalogue';

const whole = numbersIn({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exact = numbersIn({ style: 'currency', currency: 'USD', minimumFractionDigits: 2 });

/** "$1,234.50". */
export function dollars(cents: number): string {
  return cents < 0 ? `−${exact(-cents / 100)}` : exact(cents / 100);
}

/** "$25", or "$2.50" where there are cents: for chips and limits. */
export function short(cents: number): string {
  return cents % 100 === 0 ? whole(cents / 100) : exact(cents / 100);
}

/** "+$20.00", "−$10.00", "$0.00". */
export function signed(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** "1:05" or "1:02:09". */
export function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Whole cents of an amount such as "250" or "2.50", null where it is none. */
export function centsOf(text: string): number | null {
  const found = /^\$?(\d{1,9})(?:\.(\d\d))?$/.exec(text.trim().replaceAll(',', ''));
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
}
