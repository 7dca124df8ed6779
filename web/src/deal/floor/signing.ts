/** Somebody of the floor signs on the dealer's screen, with their name and PIN: they confirm what is asked, or refuse it. */
import type { Answered, Asked } from '../../lib/api';
import { post, sentenceOf } from '../../lib/connection/http';

export interface Signed {
  name: string;
  pin: string;
  refuses: boolean;
  reason: string;
}

export const unsigned = (): Signed => ({ name: '', pin: '', refuses: false, reason: '' });

/** How much of what is refused the record keeps. */
const LONGEST = 200;

/** Asks in the name of whoever signed; `what` is what they confirm or refuse, in words. The PIN is typed anew each time. */
export async function sign(
  table: string,
  signed: Signed,
  wish: Asked['wish'],
  what: string,
  version?: number,
): Promise<Answered> {
  const { name, pin, refuses, reason } = signed;
  const asked: Asked = {
    id: crypto.randomUUID(),
    wish: refuses ? { wish: 'decline', what: what.slice(0, LONGEST), reason } : wish,
    ...(version === undefined || refuses ? {} : { version }),
  };
  signed.pin = '';
  try {
    return await post<Answered>(`/deal/${encodeURIComponent(table)}/confirmation`, { name, pin, asked });
  } catch (thrown) {
    return { type: 'answer', id: asked.id, outcome: 'refused', code: '', sentence: sentenceOf(thrown), clause: '' };
  }
}
