import type { Keys } from '@switchyard/crypto';
import { seconds } from '../../http/time.ts';
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
    redeemed_time: seconds(row.used_at),
    used_user_id: row.used_user_id ?? 0,
  };
}
