import { useSyncExternalStore } from 'react';
import { useUser } from '../../lib/session.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something that is so or not for the signed-in person on this device, and how to change it. */
export function useMark(name: 'welcome-hidden' | 'welcome-begun'): readonly [boolean, (isSo: boolean) => void] {
  const storageKey = `${name}:${useUser()?.id ?? 0}`;
  const isSo = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey) !== null);

  function mark(next: boolean) {
    if (next) localStorage.setItem(storageKey, '1');
    else localStorage.removeItem(storageKey);
    for (const listener of listeners) listener();
  }

  return [isSo, mark];
}
