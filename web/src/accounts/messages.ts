/** What `account` says. */
import { messages } from '../lib/catalogue';

export const say = messages('account', {
  aboutPlayMoney: 'Play money: it buys nothing, and there is always more.',
  takePlayMoney: 'Take {amount} of play money',
  moreWhenLess: 'There is more as soon as you have less than {amount}.',
  player: 'Player',
  dollars: 'Dollars',
  sellChips: 'Sell chips',
  cashChipsIn: 'Cash chips in',
  askTheFloor: 'The floor sells you chips and cashes them in; ask there.',
  writeAmount: 'Write an amount in dollars, such as 250 or 2.50.',
  youHaveNow: 'You have {amount} now.',
  playerHasNow: '{player} has {amount} now.',
  oneTimePassword: 'One-time password',
  passwordNow: 'Password now',
  newPassword: {
    one: 'New password, {count} character or more',
    other: 'New password, {count} characters or more',
  },
  changePassword: 'Change the password',
  passwordChanged: 'The password is changed; other browsers are signed out.',
});
