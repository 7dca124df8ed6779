/** Bytes as docs/shuffle.md writes them. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** The parts, one after the other. */
export function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as four bytes, the highest first. */
export function be32(value: number): Bytes {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

export function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

export function hex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Bytes {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** Less than, equal to or greater than 0, as the first stands before, with or after the second. */
export function compared(first: Bytes, second: Bytes): number {
  const both = Math.min(first.length, second.length);
  for (let at = 0; at < both; at++) {
    if (first[at] !== second[at]) return first[at]! - second[at]!;
  }
  return first.length - second.length;
}

export async function sha256(...parts: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));
}
