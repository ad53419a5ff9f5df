import { splitModel } from '../../dialects/anthropic-messages/thinking.ts';
import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import type { Credentials } from '../provider.ts';
import { readAccess } from './access.ts';

/** Names whose id has more than `anthropic.` before it. */
const versions: Readonly<Record<string, string>> = {
  'claude-haiku-4-5-20251001': '-v1:0',
  'claude-sonnet-4-5-20250929': '-v1:0',
  'claude-opus-4-5-20251101': '-v1:0',
  'claude-opus-4-6': '-v1',
};
const profile = /^(us|us-gov|eu|apac|jp|au|ca|global)\./;
const profiles: readonly (readonly [start: string, prefix: string])[] = [
  ['us-gov-', 'us-gov'],
  ['us-', 'us'],
  ['ca-', 'us'],
  ['eu-', 'eu'],
  ['ap-northeast-1', 'jp'],
  ['ap-northeast-3', 'jp'],
  ['ap-southeast-2', 'au'],
  ['ap-southeast-4', 'au'],
  ['ap-', 'apac'],
];

/**
 * The id of a model or of the profile through which a region reaches it; nearly all models are reached only so. `other`
 * of the channel names another profile, `none`, or is JSON with ids by name.
 */
export function modelId(name: string, { key, other }: Pick<Credentials, 'key' | 'other'>): string {
  const { model } = splitModel(name);
  const setting = other.trim();
  const mapped = setting.startsWith('{') ? readMap(setting)[model] : undefined;
  if (typeof mapped === 'string') return mapped;
  if (model.startsWith('arn:') || profile.test(model)) return model;
  const id = toId(model);
  const prefix = setting === '' || setting.startsWith('{') ? prefixOf(readAccess(key).region) : setting;
  return prefix === undefined || prefix === 'none' || !id.startsWith('anthropic.') ? id : `${prefix}.${id}`;
}

/** The name by which an id is known elsewhere, where that name leads to the id again. */
export function nameOf(id: string): string {
  const bare = id.replace(profile, '');
  const name = bare.replace(/^anthropic\./, '').replace(/-v\d+(:\d+)?$/, '');
  return toId(name) === bare ? name : id;
}

/** An ARN does not tell whose model it is: as a rule it is a profile of a Claude. */
export function isClaude(model: string): boolean {
  return model.startsWith('arn:') || model.includes('claude');
}

function toId(name: string): string {
  return name.includes('.') || !isClaude(name) ? name : `anthropic.${name}${versions[name] ?? ''}`;
}

function prefixOf(region: string): string | undefined {
  return profiles.find(([start]) => region.startsWith(start))?.[1];
}

function readMap(text: string): Json {
  const map = parseJson(text);
  return isObject(map) ? map : {};
}
