const storageKey = 'aff';

/** Keeps the code of who invited the visitor, from `?aff=`, until they register. */
export function keepInviter(code: string | null): void {
  if (code !== null && code !== '') localStorage.setItem(storageKey, code);
}

export function readInviter(): string {
  return localStorage.getItem(storageKey) ?? '';
}
