import { seconds } from '../../http/time.ts';
import type { LogRow } from './repository.ts';
import type { LogView } from './schema.ts';

/**
 * A row for its owner, or with `isAdmin` whole: which channel answered, and which were tried, is the operator's matter.
 */
export function present(row: LogRow, isAdmin: boolean): LogView {
  const { admin_info: adminInfo, ...other } = row.other;
  return {
    id: row.id,
    created_at: seconds(row.created_at),
    type: row.type,
    username: row.username,
    token_name: row.token_name,
    group: row.group,
    model_name: row.model,
    quota: row.quota,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    use_time: row.duration_ms / 1000,
    is_stream: row.stream,
    ...(isAdmin ? { channel: row.channel_id, channel_name: row.channel_name ?? '' } : {}),
    request_id: row.request_id,
    ip: row.ip,
    status: row.status,
    content: row.content,
    other: JSON.stringify(isAdmin && adminInfo !== undefined ? { ...other, admin_info: adminInfo } : other),
  };
}
