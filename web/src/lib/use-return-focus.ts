import { useEffect, useState } from 'react';

/** What had the focus last, but for the choices of menus: they go away, and the button of the menu stays. */
let lastHolder: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest('.ant-dropdown') === null) lastHolder = target;
});

/**
 * For what is there only while it is open: gives the focus back to what had it before, unless it has gone elsewhere
 * meanwhile.
 */
export function useReturnFocus(): void {
  const [holder] = useState(lastHolder);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && holder instanceof HTMLElement && holder.isConnected) holder.focus({ preventScroll: true });
      });
    },
    [holder],
  );
}
