import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

/** Whoever signs in types a name or an address, so a name has no @. */
const allowed = /^[^@\s\p{Cc}]{1,64}$/u;
const longest = 64;

/** The name that a user gets, and why it is another one; empty: it is not. */
export async function usernameFor(
  trx: Transaction<Schema>,
  wanted: string,
  sourceId: number,
): Promise<{ readonly username: string; readonly why: string }> {
  const name = wanted.normalize('NFKC').trim();
  if (allowed.test(name) && !(await isTaken(trx, name)))
    return { username: name, why: name === wanted ? '' : 'written' };
  const end = `-${sourceId}`;
  const start = name.replace(/[@\s\p{Cc}]+/gu, '-').slice(0, longest - end.length) || 'user';
  for (let extra = ''; ; extra += '-') {
    const username = `${start.slice(0, longest - end.length - extra.length)}${extra}${end}`;
    if (!(await isTaken(trx, username))) {
      return { username, why: allowed.test(name) ? 'somebody here has the name' : 'not a name here' };
    }
  }
}

async function isTaken(trx: Transaction<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE lower(username) = lower(${name})`.execute(trx);
  return rows.length > 0;
}
