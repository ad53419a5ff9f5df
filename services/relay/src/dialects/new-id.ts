import { randomUUID } from 'node:crypto';

/** An id for what an upstream left unnamed: an answer, a call. */
export function newId(prefix = ''): string {
  return prefix + randomUUID().replaceAll('-', '');
}
