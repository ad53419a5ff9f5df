import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { identitiesOf, noIdentities } from '../../auth/identities/identities.ts';
import type { SelfView } from './schema.ts';

/** The user with the balance, as the journal has it. */
export async function readSelf(db: Database, id: number): Promise<Static<typeof SelfView>> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .leftJoin('totp_secrets', 'totp_secrets.user_id', 'users.id')
    .select(['users.id', 'username', 'display_name', 'email', 'role', 'status', 'group', 'must_change_password'])
    .select(['balance', 'used_quota', 'request_count', 'language'])
    .select(['aff_code', 'inviter_id', 'aff_count', 'aff_quota', 'aff_history'])
    .select(['quota_warning_threshold', 'notify_email', 'notify_webhook'])
    .select(sql<boolean>`password_hash IS NOT NULL`.as('hasPassword'))
    .select(sql<boolean>`totp_secrets.enabled_at IS NOT NULL`.as('hasSecondFactor'))
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  const identities = await identitiesOf(db, [id]);
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    role: row.role,
    status: row.status,
    group: row.group,
    must_change_password: row.must_change_password,
    has_password: row.hasPassword,
    two_factor_enabled: row.hasSecondFactor,
    email: row.email ?? '',
    ...(identities.get(id) ?? noIdentities),
    quota: row.balance,
    used_quota: row.used_quota,
    request_count: row.request_count,
    total_topup: await readTotalTopup(db, id),
    aff_code: row.aff_code,
    aff_count: row.aff_count,
    aff_quota: row.aff_quota,
    aff_history_quota: row.aff_history,
    inviter_id: row.inviter_id ?? 0,
    language: row.language,
    quota_warning_threshold: row.quota_warning_threshold,
    notify_email: row.notify_email,
    notify_webhook: row.notify_webhook,
  };
}

/** Quota that was bought, less what was paid back. */
async function readTotalTopup(db: Database, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('topup_orders')
    .select((on) => on.fn.coalesce(sql<number>`sum(quota - refunded_quota)`, sql.lit(0)).as('total'))
    .where('user_id', '=', userId)
    .where('credited_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return total;
}
