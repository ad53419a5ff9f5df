import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { areaOf } from './page-area.ts';

/** Pages that load their parts late get their heading within this time, or none. */
const patienceMs = 5000;

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (heading === null) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Once there is a heading, unless the person has gone elsewhere meanwhile. Returns what ends the wait. */
function focusHeadingWhenThere(): () => void {
  if (focusHeading()) return () => undefined;
  const holder = document.activeElement;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== holder || focusHeading()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), patienceMs);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/**
 * Moves the focus to the heading of a page that was gone to, so that screen readers say where one is and the keyboard
 * starts there. Editors within a page, and the first page, keep their own.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const stays = areaOf(last.current) === areaOf(pathname);
    last.current = pathname;
    if (stays) return;
    // A field that asked for the focus has it.
    if (document.activeElement?.matches('input, textarea') === true) return;
    return focusHeadingWhenThere();
  }, [pathname]);
}
