import { differing } from '../../lib/differing.ts';
import type { Channel, ChannelFields, KeyMode } from './api.ts';

/** iFlytek Spark carries its API version in `other`. */
const SPARK = { type: 18, version: 'v2.1' } as const;

/** A channel as the editor holds it. */
export interface ChannelForm {
  readonly type: number;
  readonly name: string;
  readonly key: string;
  /** Of a new channel with several keys. */
  readonly keyMode: KeyMode;
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
  /** What is paid for the channel, as a part of list prices. */
  readonly costRatio: number | null;
}

export function splitList(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);
}

export function formFromChannel(channel: Channel | undefined): ChannelForm {
  return {
    type: channel?.type ?? 1,
    name: channel?.name ?? '',
    key: '',
    keyMode: 'single',
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
    costRatio: channel?.cost_ratio ?? 1,
  };
}

export function channelFromForm(form: ChannelForm): ChannelFields {
  const key = form.key.trim();
  const other = form.other.trim();
  return {
    type: form.type,
    name: form.name.trim(),
    ...(key === '' ? {} : { key }),
    ...(countKeys(key) > 1 ? { key_mode: form.keyMode } : {}),
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
    cost_ratio: form.costRatio ?? 1,
  };
}

/** Only what differs between two states of the form. */
export function changedFields(before: ChannelForm, after: ChannelForm): Partial<ChannelFields> {
  return differing(channelFromForm(before), channelFromForm(after));
}

/** Keys in a text: one per line; a JSON object (a service account) is one, a JSON array has several. */
export function countKeys(text: string): number {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    try {
      const value: unknown = JSON.parse(trimmed);
      return Array.isArray(value) ? value.length : 1;
    } catch {
      // Then it is read by lines, as the server does.
    }
  }
  const lines = trimmed.split('\n').map((line) => line.trim());
  return new Set(lines.filter(Boolean)).size;
}

/** A base URL people often paste with the version that the gateway adds itself. */
export function endsInVersion(baseUrl: string): boolean {
  return /\/v1\/*$/.test(baseUrl.trim());
}

const refusedFields: Readonly<Record<string, keyof ChannelForm>> = {
  base_url: 'baseUrl',
  model_mapping: 'modelMapping',
  status_code_mapping: 'statusCodeMapping',
  param_override: 'paramOverride',
  setting: 'setting',
};

/** Which field the server's refusal is about, when it begins with the field's name. */
export function refusedField(message: string): keyof ChannelForm | undefined {
  const [name = ''] = /^[a-z_]+/.exec(message) ?? [];
  return refusedFields[name];
}
