import { seconds } from '../../../http/time.ts';
import type { KeyRow } from './repository.ts';
import type { KeyView } from './schema.ts';

/** A key as administrators see it: never whole. */
export function presentKey(key: KeyRow): KeyView {
  return {
    id: key.id,
    mask: key.key_mask,
    status: key.status,
    status_reason: key.status_reason,
    status_time: seconds(key.status_changed_at),
    created_time: seconds(key.created_at),
  };
}
