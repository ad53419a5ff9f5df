import type { Credentials } from './provider.ts';

/** RFC 6750; an empty key or `none` sends no header, for hosts that want none. */
export function bearer(credentials: Pick<Credentials, 'key'>): string[] {
  return credentials.key === '' || credentials.key === 'none' ? [] : ['authorization', `Bearer ${credentials.key}`];
}
