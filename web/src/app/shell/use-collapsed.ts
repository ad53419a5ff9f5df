import { useState } from 'react';
import { useSiteStatus } from '../../lib/site-status.ts';

const storageKey = 'sidebar-collapsed';

/** Whether the sidebar shows signs only: as the person left it, at first as the site says. */
export function useCollapsed(): readonly [collapsed: boolean, toggle: () => void] {
  const { default_collapse_sidebar: initial } = useSiteStatus();
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey));
  const collapsed = chosen === null ? initial : chosen === 'true';
  const toggle = () => {
    localStorage.setItem(storageKey, String(!collapsed));
    setChosen(String(!collapsed));
  };
  return [collapsed, toggle];
}
