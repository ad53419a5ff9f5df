import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { isObject } from '../json.ts';
import { type Unused, warnUnused } from '../warn-unused.ts';
import { capabilitiesOf } from './capabilities.ts';
import { camelCase, objectMember } from './members.ts';
import { writeConfig } from './write-config.ts';
import { writeContents } from './write-contents.ts';
import { writeTools } from './write-tools.ts';

const unused: readonly Unused[] = ['parallelToolCalls', 'verbosity', 'metadata'];
const configPrefix = 'generationConfig.';
const tiers = new Set(['flex', 'priority']);
/** What clients of Google's OpenAI-compatible twin have no other word for; what else they put there would stand in for what was read. */
const googleMembers: ReadonlySet<string> = new Set(['thinkingConfig', 'safetySettings', 'cachedContent']);

/** Writes a request for generateContent, within what the model takes. The address names the model. */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  if ((request.choices ?? 1) > 1) throw badRequest('This model gives one answer per request.', 'n');
  const own = request.extensions.gemini ?? {};
  const { carried, google } = readGoogle(request.extensions['openai-chat'] ?? {}, warn);
  warnUnused(request, unused, warn, [...Object.keys(own), ...carried]);
  const { serviceTier } = request;
  if (serviceTier && !tiers.has(serviceTier) && !['auto', 'default', 'standard'].includes(serviceTier))
    warn('service_tier', 'the upstream has no such tier');
  const capabilities = capabilitiesOf(request.model);
  const { tools, functions } = writeTools(request, capabilities, warn);
  const { thinkingConfig, ...top } = google;
  const config = {
    ...writeConfig(request, { ...capabilities, functions }, warn),
    ...(isObject(thinkingConfig) && { thinkingConfig }),
    ...Object.fromEntries(configOf(own)),
  };
  return {
    ...writeContents(request.messages, capabilities, warn),
    ...tools,
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...(serviceTier && tiers.has(serviceTier) && { serviceTier }),
    // Google keeps what is asked and answered unless told not to.
    store: false,
    ...top,
    ...Object.fromEntries(Object.entries(own).filter(([key]) => !key.startsWith(configPrefix))),
  };
}

function configOf(own: Json): [string, unknown][] {
  return Object.entries(own).flatMap(([key, value]) =>
    key.startsWith(configPrefix) ? [[key.slice(configPrefix.length), value] as [string, unknown]] : [],
  );
}

/** What clients of Google's OpenAI-compatible twin may say beside OpenAI's fields: `extra_body.google`. */
function readGoogle(extension: Json, warn: Warn): { carried: string[]; google: Json } {
  const key = isObject(extension.google) ? 'google' : 'extra_body';
  const google = key === 'google' ? objectMember(extension, key) : objectMember(objectMember(extension, key), 'google');
  if (Object.keys(google).length === 0) return { carried: [], google: {} };
  const taken: [string, unknown][] = [];
  for (const [name, value] of Object.entries(google).map(camelCased)) {
    if (googleMembers.has(name)) taken.push([name, value]);
    else warn(`${key}.${name}`, 'only thinking_config, safety_settings and cached_content are taken there');
  }
  return { carried: [key], google: Object.fromEntries(taken) };
}

/** Three levels at most: `thinking_config` and its members. */
function camelCased([key, value]: [string, unknown]): [string, unknown] {
  return [camelCase(key), isObject(value) ? Object.fromEntries(Object.entries(value).map(camelCased)) : value];
}
