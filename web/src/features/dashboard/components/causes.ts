import type { TextKey } from '../../../lib/i18n.ts';

const known: Record<string, TextKey> = {
  rejected: 'dashboard:cause.rejected',
  rate_limited: 'dashboard:cause.rateLimited',
  credential: 'dashboard:cause.credential',
  upstream: 'dashboard:cause.upstream',
  no_answer: 'dashboard:cause.noAnswer',
  timed_out: 'dashboard:cause.timedOut',
  client_gone: 'dashboard:cause.clientGone',
  interrupted: 'dashboard:cause.interrupted',
};

/** What a cause of failures is called. */
export function causeText(cause: string): TextKey {
  return known[cause] ?? 'dashboard:cause.other';
}
