import type { SignedInUser } from '../../lib/session.ts';

const firstPage = '/token';

/**
 * Where a sign-in leads: back to the page that asked for it (`from` in the history's state), else to the keys. Who still has
 * the first password goes to the keys too, where they are told to change it.
 */
export function destinationOf(user: Pick<SignedInUser, 'must_change_password'>, state: unknown): string {
  if (user.must_change_password || typeof state !== 'object' || state === null) return firstPage;
  const from: unknown = 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : firstPage;
}
