/** What the dock says to whoever looks at it: what is asked or waited for, and what somebody is here as. */
import type { TableInfo } from '../lib/api';
import { isFloor, roleWords } from '../lib/roles';
import type { TableSocket } from '../lib/connection/socket.svelte';
import { say } from './messages';

/** The sentence above the answers; `asked` is whether an own box has a question, `revealing` whether the felt still tells. */
export function promptOf(socket: TableSocket, seated: boolean, asked: boolean, revealing: boolean): string {
  const { seen } = socket;
  if (socket.state === 'lost') return seated ? say('reconnectingHandSafe') : say('reconnecting');
  if (socket.state === 'over') return socket.reason || say('connectionEnded');
  if (!seen) return say('coming');
  if (!seen.dealer_here && seen.duty && !seen.duty.yours && seen.duty.by === 'dealer') return say('noDealerHere');
  if (seen.duty)
    return seen.duty.yours
      ? seen.duty.says
      : say('waitingFor', { role: roleWords(seen.duty.by), duty: seen.duty.says });
  if (seen.closed) return say('tableClosed');
  if (!seen.dealer_here && !asked) return say('noDealerHere');
  if (revealing && !asked) return say('dealerTurnsUp');
  return seen.prompt;
}

/** What somebody who does not play here is here as. */
export function standingOf(role: string | undefined, info: TableInfo): string {
  if (isFloor(role)) return say('youAreFloor');
  return role === 'dealer' && info.dealer === 'human' ? say('youDeal') : say('youWatch');
}

/** What somebody on duty goes to the table's own screen for: to deal, or to stand behind the dealer; "" for anybody else. */
export function dutyOf(role: string | undefined, info: TableInfo): 'dealHere' | 'superviseHere' | '' {
  if (isFloor(role)) return 'superviseHere';
  return role === 'dealer' && info.dealer === 'human' ? 'dealHere' : '';
}

/** The free seat nearest to the middle of the arc. */
export function middleSeat(free: readonly number[], seats: number): number {
  const middle = (seats + 1) / 2;
  return free.reduce((best, one) => (Math.abs(one - middle) < Math.abs(best - middle) ? one : best), free[0] ?? 1);
}
