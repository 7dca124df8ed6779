/** Links to places on the same page: they scroll and move the focus there, and the address stays as it is. */
export function jumps(page: HTMLElement): { destroy: () => void } {
  function jump(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    const place = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!place) return;
    event.preventDefault();
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView();
  }
  page.addEventListener('click', jump);
  return { destroy: () => page.removeEventListener('click', jump) };
}
