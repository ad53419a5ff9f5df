import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { readBaseUrl } from './base-url.ts';
import { readModelMapping, readParamOverride, readStatusCodeMapping } from './json-fields.ts';
import type { ChannelChange, NewChannel } from './schema.ts';
import { readSetting } from './setting.ts';

const mostModels = 2_000;
const mostModelLength = 256;

type Input = Omit<ChannelChange, 'id' | 'status' | 'key' | 'key_mode'> | Omit<NewChannel, 'key' | 'key_mode'>;

/**
 * The columns for what an administrator sent, keys and status aside; absent fields stay absent. Answers the first
 * field that cannot be, with the reason.
 */
export async function readChannelFields(context: Context, input: Input) {
  const models = given(input.models, readModels);
  if (models instanceof Refusal) return models;
  const groups = await given(input.group, (text) => readGroups(context, text));
  if (groups instanceof Refusal) return groups;
  const baseUrl = await given(input.base_url, (text) => readBaseUrl(text, context.config.upstreamAllow));
  if (baseUrl instanceof Refusal) return baseUrl;
  const modelMapping = given(input.model_mapping, readModelMapping);
  if (modelMapping instanceof Refusal) return modelMapping;
  const statusCodeMapping = given(input.status_code_mapping, readStatusCodeMapping);
  if (statusCodeMapping instanceof Refusal) return statusCodeMapping;
  const paramOverride = given(input.param_override, readParamOverride);
  if (paramOverride instanceof Refusal) return paramOverride;
  const setting = given(input.setting, readSetting);
  if (setting instanceof Refusal) return setting;
  return omitUndefined({
    type: input.type,
    name: input.name?.trim(),
    models,
    groups,
    base_url: baseUrl,
    other: given(input.other, (text) => text ?? ''),
    organization: given(input.openai_organization, (text) => text ?? ''),
    model_mapping: given(modelMapping, JSON.stringify),
    status_code_mapping: given(statusCodeMapping, JSON.stringify),
    param_override: given(paramOverride, JSON.stringify),
    setting: given(setting, JSON.stringify),
    priority: input.priority,
    weight: given(input.weight, (weight) => Math.max(0, weight)),
    tag: given(input.tag, (text) => text?.trim() || null),
    auto_ban: given(input.auto_ban, (flag) => flag === 1),
    test_model: given(input.test_model, (text) => text?.trim() ?? ''),
    cost_ratio: input.cost_ratio,
    max_input_tokens: input.max_input_tokens,
  });
}

function readModels(text: string): string[] | Refusal {
  const models = list(text);
  if (models.length === 0) return refuse('Please select at least one model.');
  if (models.length > mostModels) return refuse(`A channel can have at most ${mostModels} models.`);
  const wrong = models.find((model) => model.length > mostModelLength || /\s|\p{Cc}/u.test(model));
  return wrong === undefined ? models : refuse(`${JSON.stringify(wrong.slice(0, 60))} is not a model name.`);
}

async function readGroups(context: Context, text: string): Promise<string[] | Refusal> {
  const groups = list(text);
  if (groups.length === 0) return refuse('Please select at least one group.');
  const known = (await context.options.read()).GroupRatio;
  const unknown = groups.find((group) => !known.has(group));
  return unknown === undefined ? groups : refuse(`There is no group ${unknown}. Add it to the group ratios first.`);
}

function list(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}

/** Applies `read` unless the field is absent. */
function given<Value, Result>(value: Value | undefined, read: (value: Value) => Result): Result | undefined {
  return value === undefined ? undefined : read(value);
}
