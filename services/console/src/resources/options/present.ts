import { seconds } from '../../http/time.ts';
import type { ChangeRow } from './history.ts';

export function presentChange({ id, key, old_value: before, new_value: after, actor, created_at }: ChangeRow) {
  return {
    id,
    key,
    old_value: before ?? '',
    new_value: after ?? 'changed',
    secret: after === null,
    username: actor,
    created_at: seconds(created_at),
  };
}
