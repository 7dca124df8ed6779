import type { UserSeen } from './api';
import { say } from './messages';

/** Who may sign in, as what. */
export type Role = UserSeen['role'];
export const ROLES: readonly Role[] = [
  'player',
  'dealer',
  'floor',
  'casino_supervisor',
  'surveillance',
  'regulator',
  'admin',
];

/** Whether somebody is of the floor: a floorperson, or the casino supervisor above them. */
export const isFloor = (role: string | undefined): boolean => role === 'floor' || role === 'casino_supervisor';

/** A role as people call it. */
export const roleWords = (role: string): string =>
  ROLES.includes(role as Role) ? say(role as Role) : role.replaceAll('_', ' ');
