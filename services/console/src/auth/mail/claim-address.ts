import type { Options } from '@switchyard/contracts';
import type { Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';
import { canonicalAddress } from './email-address.ts';

/** Whether another user has proved this address or, where aliases are restricted, another spelling of the mail box. */
export async function isAddressTaken(
  db: Kysely<Schema>,
  options: Options,
  address: string,
  ownId = 0,
): Promise<boolean> {
  const { EmailAliasRestrictionEnabled } = options;
  const found = await db
    .selectFrom('users')
    .select('id')
    .where((on) =>
      EmailAliasRestrictionEnabled
        ? on.or([on('email', '=', address), on('email_canonical', '=', canonicalAddress(address))])
        : on('email', '=', address),
    )
    .where('id', '!=', ownId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** As `isAddressTaken`, and until the transaction ends nobody else gets a different answer. */
export async function claimAddress(
  trx: Transaction<Schema>,
  options: Options,
  address: string,
  ownId?: number,
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`address ${canonicalAddress(address)}`}, 0))`.execute(trx);
  return !(await isAddressTaken(trx, options, address, ownId));
}
