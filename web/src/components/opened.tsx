import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useReturnFocus } from '../lib/use-return-focus.ts';

/**
 * What stands in a dialog, panel or popover. antd puts its frame into the page after what is in it: a field with `autoFocus` that
 * is there from the start asks for the focus in vain when nothing moves, and the close button gets it.
 */
export function Opened({ children }: { children: ReactNode }) {
  const [isFramed, setIsFramed] = useState(false);
  useLayoutEffect(() => setIsFramed(true), []);
  return isFramed && children;
}

/** Stands beside what opens, for as long as it is open: antd gives the focus back only from what stays while it closes. */
export function ReturnFocus() {
  useReturnFocus();
  return null;
}
