/** What a player is called at the table: guests by the part of their name that tells them apart, patrons by number. */
export const called = (player: string): string => player.replace(/^guest-/, '').replace(/^patron:/, 'Patron ');
