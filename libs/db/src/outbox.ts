import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Notes in the caller's transaction that a user, a token or the configuration (channels, prices, options) changed.
 * Billing publishes the notice and refreshes the balances in kv after the commit, also after a crash.
 */
export async function announce(trx: Transaction<Schema>, what: 'user' | 'token', id: number): Promise<void>;
export async function announce(trx: Transaction<Schema>, what: 'config'): Promise<void>;
export async function announce(trx: Transaction<Schema>, what: 'user' | 'token' | 'config', id = 0): Promise<void> {
  const subject = what === 'config' ? 'config.changed' : `${what}.changed.${id}`;
  await trx.insertInto('outbox').values({ subject }).execute();
}
