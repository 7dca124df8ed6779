/** How fast things move on the felt, in milliseconds. */

export const DEAL_MS = 180;
/** From one card leaving the shoe to the next. */
export const OVERLAP_MS = 70;
export const FLIP_MS = 160;
export const CHIPS_MS = 320;
export const CHIPS_OVERLAP_MS = 140;
/** Instead of any of these where motion is not welcome. */
export const FADE_MS = 80;
export const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';
