import { useSyncExternalStore } from 'react';

/** As far as a page may be scrolled with its beginning still in view. */
const topPx = 240;

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the beginning of the page is in view. */
export function useAtTop(): boolean {
  return useSyncExternalStore(onScroll, () => window.scrollY < topPx);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether anybody can see the page. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
}
