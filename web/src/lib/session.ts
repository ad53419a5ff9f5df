import type { SignedInView } from '@switchyard/console/calls';
import { useSyncExternalStore } from 'react';

/** What the browser remembers of the signed-in person. Display only: the server reads role and status itself. */
export type SignedInUser = Readonly<SignedInView>;

export const ADMINISTRATOR_ROLE = 10;

const storageKey = 'user';
const listeners = new Set<() => void>();
let cachedText: string | null = null;
let cachedUser: SignedInUser | undefined;

function parseUser(text: string | null): SignedInUser | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const user = value as SignedInUser;
    return Number.isInteger(user.id) && typeof user.username === 'string' ? user : undefined;
  } catch {
    return undefined;
  }
}

export function readUser(): SignedInUser | undefined {
  const text = localStorage.getItem(storageKey);
  if (text !== cachedText) {
    cachedText = text;
    cachedUser = parseUser(text);
  }
  return cachedUser;
}

/** Stores the record, or with `undefined` forgets it. Other tabs follow. */
export function storeUser(user: SignedInUser | undefined): void {
  if (user === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify(user));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useUser(): SignedInUser | undefined {
  return useSyncExternalStore(subscribe, readUser);
}

export function useIsAdministrator(): boolean {
  return (useUser()?.role ?? 0) >= ADMINISTRATOR_ROLE;
}
