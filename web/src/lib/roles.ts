import type { UserSeen } from './api';
import { say } from './messages';

/** Who may sign in, as what. */
export type Role = UserSeen['role'];
export const ROLES: readonly Role[] = [
  'player',
  'dealer',
  'floor',
  'casino_supervisor',
  'cashier',
  'surveillance',
  'department',
  'regulator',
  'admin',
];

/** Whether somebody is of the floor: a floorperson, or the casino supervisor above them. */
export const isFloor = (role: string | undefined): boolean => role === 'floor' || role === 'casino_supervisor';

/** Who sees the pit: the floor, who acts there, and whoever looks over its shoulder. */
export const PIT: readonly Role[] = ['floor', 'casino_supervisor', 'cashier', 'admin', 'surveillance', 'regulator'];

/** Whether somebody sells chips to players with an account, and buys them back: a cashier, or the floor. */
export const servesPlayers = (role: string | undefined): boolean => role === 'cashier' || isFloor(role);

/** Who sees the desk: the department and the regulator, who act there, the floor, who opens tables by it, and admins. */
export const DESK: readonly Role[] = ['department', 'regulator', 'admin', 'floor', 'casino_supervisor'];

/** Who sees what is running where: those who watch, admins, and the floor. */
export const SEES_COMPONENTS: readonly Role[] = ['surveillance', 'regulator', 'admin', 'floor', 'casino_supervisor'];

/** Whether somebody watches every table, and reads every round: surveillance, and regulators. */
export const mayWatch = (role: string | undefined): boolean => role === 'surveillance' || role === 'regulator';

/** A role as people call it. */
export const roleWords = (role: string): string =>
  ROLES.includes(role as Role) ? say(role as Role) : role.replaceAll('_', ' ');
