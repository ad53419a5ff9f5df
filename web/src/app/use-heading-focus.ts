import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { areaOf } from './page-area.ts';

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
    const holder = document.activeElement;
    // A field that asked for the focus has it.
    if (holder?.matches('input, textarea') === true) return;
    const heading = document.querySelector<HTMLElement>('#content h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
