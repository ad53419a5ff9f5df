import { ApiError } from './http.ts';

/** A name that no other request has. Unlike `randomUUID` it is there on plain http too. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The id to show beside what is said of an error; undefined when there is none, or when it stands in that already. */
export function requestIdBeside(said: string, error: unknown): string | undefined {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id === undefined || said.includes(id) ? undefined : id;
}
