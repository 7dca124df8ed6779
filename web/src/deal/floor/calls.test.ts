import { expect, test } from 'vitest';
import type { CallSeen } from '../../lib/api';
import { callWords } from './calls';

const CALL: CallSeen = {
  call: 1,
  reason: 'dispute',
  seat: 2,
  says: 'he played',
  clause: '',
  by: 'the dealer (Deana)',
  since_ms: 0,
};

test('a call says for what, where, why and by whom', () => {
  expect(callWords(CALL)).toBe('A dispute · seat 2 · he played · the dealer (Deana)');
});

test('a call without words says no more than it knows', () => {
  expect(callWords({ ...CALL, seat: 0, says: '', by: '' })).toBe('A dispute');
});

test('what the procedure waits for is said in its own words', () => {
  expect(callWords({ ...CALL, call: 0, reason: 'inspection', seat: 0, says: 'Confirm it.', by: '' })).toBe(
    'Confirm it.',
  );
});
