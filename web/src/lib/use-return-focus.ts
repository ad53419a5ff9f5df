import { useEffect, useState } from 'react';

/**
 * For dialogs that are there only while they are open: gives the focus back to what had it before, unless it has gone
 * elsewhere meanwhile.
 */
export function useReturnFocus(): void {
  const [holder] = useState(() => document.activeElement);
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
