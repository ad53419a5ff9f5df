import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';

const attribute = 'theme-mode';
const listeners = new Set<() => void>();

function readMode(): ThemeMode {
  return document.body.getAttribute(attribute) === 'dark' ? 'dark' : 'light';
}

/** Applies the mode at once and remembers it. The first value comes from public/first-paint.js. */
export function setThemeMode(mode: ThemeMode): void {
  document.body.setAttribute(attribute, mode);
  localStorage.setItem(attribute, mode);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, readMode);
}
