import { seconds } from '../../http/time.ts';
import type { ChannelRow } from './repository.ts';
import type { ChannelView } from './schema.ts';

/** A channel as administrators see it. The key has no way into it. */
export function present(channel: ChannelRow): ChannelView {
  const statusTime = seconds(channel.status_changed_at);
  return {
    id: channel.id,
    type: channel.type,
    name: channel.name,
    base_url: channel.base_url,
    other: channel.other,
    openai_organization: channel.organization,
    key_mode: channel.key_mode,
    models: channel.models.join(','),
    group: channel.groups.join(','),
    model_mapping: text(channel.model_mapping),
    status_code_mapping: text(channel.status_code_mapping),
    param_override: text(channel.param_override),
    setting: text(channel.setting),
    priority: channel.priority,
    weight: channel.weight,
    tag: channel.tag ?? '',
    auto_ban: channel.auto_ban ? 1 : 0,
    test_model: channel.test_model,
    status: channel.status,
    status_reason: channel.status_reason,
    other_info: channel.status_reason
      ? JSON.stringify({ status_reason: channel.status_reason, status_time: statusTime })
      : '',
    created_time: seconds(channel.created_at),
    test_time: seconds(channel.tested_at),
    response_time: channel.response_time_ms,
    balance: Number(channel.balance),
    balance_currency: channel.balance_currency,
    balance_updated_time: seconds(channel.balance_updated_at),
    used_quota: channel.used_quota,
    cost_ratio: channel.cost_ratio,
    max_input_tokens: channel.max_input_tokens,
  };
}

/** JSON text as editors show it; none is blank. */
function text(value: object): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}
