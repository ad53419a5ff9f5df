import type { Database } from '@switchyard/db';
import { identitiesOf, noIdentities } from '../../../auth/identities/identities.ts';
import { seconds } from '../../../http/time.ts';
import type { UserRow } from './repository.ts';
import type { UserView } from './schema.ts';

/** Users as administrators see them. */
export async function presentUsers(db: Database, rows: readonly UserRow[]): Promise<UserView[]> {
  const identities = await identitiesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    role: row.role,
    status: row.status,
    group: row.group,
    email: row.email ?? '',
    ...(identities.get(row.id) ?? noIdentities),
    two_factor_enabled: row.hasSecondFactor,
    quota: row.balance,
    used_quota: row.used_quota,
    request_count: row.request_count,
    frozen: row.frozen,
    frozen_reason: row.frozen_reason,
    aff_code: row.aff_code,
    aff_count: row.aff_count,
    aff_quota: row.aff_quota,
    aff_history_quota: row.aff_history,
    inviter_id: row.inviter_id ?? 0,
    rpm_limit: row.rpm_limit,
    tpm_limit: row.tpm_limit,
    concurrency_limit: row.concurrency_limit,
    created_time: seconds(row.created_at),
    DeletedAt: row.deleted_at?.toISOString() ?? null,
  }));
}
