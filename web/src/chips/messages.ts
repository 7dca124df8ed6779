/** What `chips` says. */
import { messages } from '../lib/language/catalogue';

export const say = messages('chips', {
  chooseChip: 'The chip that a click puts down, keys 1 to 5',
  chipName: '{amount} chip',
  theChipOf: 'The {amount} chip',
  trayLabel: 'Chips on the felt',
  undo: 'Undo',
  clear: 'Clear',
  repeat: 'Repeat',
  double: 'Double',
});
