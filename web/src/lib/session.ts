import type { SignedInView } from '@switchyard/console/calls';
import { useSyncExternalStore } from 'react';

/** What the browser remembers of the signed-in person. Display only: the server reads role and status itself. */
export type SignedInUser = Readonly<SignedInView>;

export const ADMINISTRATOR_ROLE = 10;
export const ROOT_ROLE = 100;

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

/**
 * Why nobody is signed in: they left, the server has confirmed it or not; they deleted their account; or the server no longer
 * knows the session.
 */
export type SessionEnd = 'left' | 'unconfirmed' | 'deleted' | 'expired';

let lastEnd: SessionEnd | undefined;

/** Undefined while somebody is signed in, and before anybody was. */
export const sessionEnd = (): SessionEnd | undefined => lastEnd;

/** Stores the record. Other tabs follow. */
export function storeUser(user: SignedInUser): void {
  lastEnd = undefined;
  localStorage.setItem(storageKey, JSON.stringify(user));
  for (const listener of listeners) listener();
}

/** Takes over the group that the account has by now. */
export function followGroup({ id, group }: Pick<SignedInUser, 'id' | 'group'>): void {
  const user = readUser();
  if (user !== undefined && user.id === id && user.group !== group) storeUser({ ...user, group });
}

/** Forgets the record. Other tabs follow. */
export function forgetUser(end: SessionEnd): void {
  lastEnd = end;
  localStorage.removeItem(storageKey);
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
