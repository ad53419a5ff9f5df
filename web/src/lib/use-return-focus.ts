import { useEffect, useState } from 'react';

/** Gives the focus back to what had it when this came, once this is gone; unless something else has taken it. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    },
    [opener],
  );
}
