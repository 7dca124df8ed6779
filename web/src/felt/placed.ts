import type { Attachment } from 'svelte/attachments';
import type { Area } from './areas';

/** Lies where the plan of the felt says. */
export const placed =
  ({ left, top, width, height }: Area): Attachment<HTMLElement> =>
  ({ style }) => {
    style.position = 'absolute';
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  };
