import { randomBytes } from 'node:crypto';

const alien = /[^a-zA-Z0-9_-]/g;

/** For calls that came without an id. */
export function newToolId(): string {
  return `toolu_${randomBytes(12).toString('base64url')}`;
}

/** Ids of other makers may hold characters that Anthropic refuses. */
export function toToolId(id: string): string {
  return id.replace(alien, '_');
}
