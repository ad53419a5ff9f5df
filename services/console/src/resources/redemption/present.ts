import type { Keys } from '@switchyard/crypto';
import { openCode } from './code.ts';
import type { CodeRow } from './repository.ts';
import type { CodeView } from './schema.ts';

/** A code as administrators see it, whole: they hand it out. */
export function present(keys: Keys, row: CodeRow): CodeView {
  return {
    id: row.id,
    name: row.name,
    key: openCode(keys, row),
    quota: row.quota,
    status: row.status,
    created_time: seconds(row.created_at),
    expired_time: row.expires_at ? seconds(row.expires_at) : -1,
    redeemed_time: row.used_at ? seconds(row.used_at) : 0,
    used_user_id: row.used_user_id ?? 0,
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
