import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';
/** What the person wants: a theme, or the device's. */
export type ThemeChoice = ThemeMode | 'system';

const attribute = 'theme-mode';
const listeners = new Set<() => void>();
const deviceIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function readMode(): ThemeMode {
  return document.body.getAttribute(attribute) === 'dark' ? 'dark' : 'light';
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(attribute);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The first value comes from public/first-paint.js. */
function apply(): void {
  const choice = readChoice();
  const device = deviceIsDark.matches ? 'dark' : 'light';
  document.body.setAttribute(attribute, choice === 'system' ? device : choice);
  for (const listener of listeners) listener();
}

/** Applies the choice at once and remembers it; nothing is kept for the device's own. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(attribute);
  else localStorage.setItem(attribute, choice);
  apply();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    deviceIsDark.addEventListener('change', apply);
    window.addEventListener('storage', apply);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    deviceIsDark.removeEventListener('change', apply);
    window.removeEventListener('storage', apply);
  };
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, readMode);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice);
}
