import type { Channel, ChannelFields } from './api.ts';

/** iFlytek Spark carries its API version in `other`. */
const SPARK = { type: 18, version: 'v2.1' } as const;

/** A channel as the editor holds it. */
export interface ChannelForm {
  readonly type: number;
  readonly name: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly modelMapping: string;
  readonly statusCodeMapping: string;
  readonly paramOverride: string;
  readonly setting: string;
  readonly priority: number | null;
  readonly weight: number | null;
  readonly tag: string;
  readonly autoBan: boolean;
  readonly testModel: string | undefined;
}

export function splitList(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);
}

export function formFromChannel(channel: Channel | undefined): ChannelForm {
  return {
    type: channel?.type ?? 1,
    name: channel?.name ?? '',
    key: '',
    baseUrl: channel?.base_url ?? '',
    other: channel?.other ?? '',
    organization: channel?.openai_organization ?? '',
    models: splitList(channel?.models ?? ''),
    groups: splitList(channel?.group ?? 'default'),
    modelMapping: channel?.model_mapping ?? '',
    statusCodeMapping: channel?.status_code_mapping ?? '',
    paramOverride: channel?.param_override ?? '',
    setting: channel?.setting ?? '',
    priority: channel?.priority ?? 0,
    weight: channel?.weight ?? 0,
    tag: channel?.tag ?? '',
    autoBan: channel === undefined || channel.auto_ban === 1,
    testModel: channel?.test_model || undefined,
  };
}

export function channelFromForm(form: ChannelForm): ChannelFields {
  const key = form.key.trim();
  const other = form.other.trim();
  return {
    type: form.type,
    name: form.name.trim(),
    ...(key === '' ? {} : { key }),
    base_url: form.baseUrl.trim().replace(/\/+$/, ''),
    other: form.type === SPARK.type && other === '' ? SPARK.version : other,
    openai_organization: form.organization.trim(),
    models: form.models.join(','),
    group: form.groups.join(','),
    model_mapping: form.modelMapping,
    status_code_mapping: form.statusCodeMapping,
    param_override: form.paramOverride,
    setting: form.setting,
    priority: form.priority ?? 0,
    weight: Math.max(0, form.weight ?? 0),
    tag: form.tag.trim(),
    auto_ban: form.autoBan ? 1 : 0,
    test_model: form.testModel ?? '',
  };
}

/** A base URL people often paste with the version that the gateway adds itself. */
export function endsInVersion(baseUrl: string): boolean {
  return /\/v1\/*$/.test(baseUrl.trim());
}
