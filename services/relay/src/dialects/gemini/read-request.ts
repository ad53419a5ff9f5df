import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, Message, ResponseFormat, TextPart } from '../canonical.ts';
import { isObject } from '../json.ts';
import { tierName } from '../service-tiers.ts';
import { camelCase, member, objectMember, objectsMember, textMember } from './members.ts';
import { readContents } from './read-contents.ts';
import { readToolChoice, readTools } from './read-tools.ts';
import { fromGoogleSchema } from './schema.ts';
import { readThinking } from './thinking.ts';

const known = new Set([
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'serviceTier',
  'store',
]);
const knownConfig = new Set([
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'thinkingConfig',
]);

/** Reads a request of generateContent. Throws a GatewayError (400) that names the field. */
export function readRequest(body: Json, target: Pick<ChatRequest, 'model' | 'stream'>): ChatRequest {
  // Only the account that stored it can read it: without it the model would lack a part of its prompt.
  if (member(body, 'cachedContent') !== undefined)
    throw badRequest(
      'The model is not served by a host that knows this cached content. Send the content.',
      'cachedContent',
    );
  const config = objectMember(body, 'generationConfig');
  const system = readSystem(member(body, 'systemInstruction'));
  const messages = readContents(member(body, 'contents'));
  const reasoning = readThinking(config);
  const responseFormat = readFormat(config);
  const serviceTier = tierName(member(body, 'serviceTier'));
  const modalities = readStrings(config, 'responseModalities').map((kind) => kind.toLowerCase());
  const stop = readStrings(config, 'stopSequences');
  const extensions = readExtensions(body, config);
  return {
    ...target,
    messages: system ? [system, ...messages] : messages,
    tools: readTools(objectsMember(body, 'tools')),
    ...readToolChoice(body),
    ...(responseFormat && { responseFormat }),
    ...(reasoning && { reasoning }),
    ...readNumbers(config),
    ...(modalities.some((kind) => kind !== 'text') && { modalities }),
    ...(stop.length > 0 && { stop }),
    ...(serviceTier && { serviceTier }),
    extensions: Object.keys(extensions).length > 0 ? { gemini: extensions } : {},
  };
}

function readSystem(instruction: unknown): Message | undefined {
  const parts: TextPart[] =
    typeof instruction === 'string'
      ? [{ type: 'text', text: instruction }]
      : objectsMember(isObject(instruction) ? instruction : {}, 'parts').map((part) => ({
          type: 'text',
          text: textMember(part, 'text'),
        }));
  const said = parts.filter(({ text }) => text !== '');
  return said.length > 0 ? { role: 'system', parts: said } : undefined;
}

function readNumbers(config: Json) {
  const numbers: Partial<Record<'maxTokens' | 'choices' | (typeof sameNames)[number], number>> = {};
  const sameNames = ['temperature', 'topP', 'topK', 'seed', 'presencePenalty', 'frequencyPenalty'] as const;
  for (const [name, key] of [
    ['maxOutputTokens', 'maxTokens'],
    ['candidateCount', 'choices'],
    ...sameNames.map((same) => [same, same] as const),
  ] as const) {
    const value = member(config, name);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number')
      throw badRequest(`generationConfig.${name} must be a number.`, `generationConfig.${name}`);
    numbers[key] = value;
  }
  return numbers;
}

function readStrings(config: Json, name: string): string[] {
  const value = member(config, name) ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw badRequest(`generationConfig.${name} must be an array of strings.`, `generationConfig.${name}`);
  return value;
}

function readFormat(config: Json): ResponseFormat | undefined {
  const jsonSchema = member(config, 'responseJsonSchema');
  if (isObject(jsonSchema)) return { type: 'json-schema', schema: jsonSchema };
  const schema = member(config, 'responseSchema');
  if (isObject(schema)) return { type: 'json-schema', schema: fromGoogleSchema(schema) };
  return member(config, 'responseMimeType') === 'application/json' ? { type: 'json' } : undefined;
}

/** Members of the configuration stand beside those of the top, under their whole name. */
function readExtensions(body: Json, config: Json): Json {
  const extensions: Json = {};
  for (const [key, value] of Object.entries(body)) if (!known.has(camelCase(key))) extensions[camelCase(key)] = value;
  for (const [key, value] of Object.entries(config)) {
    if (!knownConfig.has(camelCase(key))) extensions[`generationConfig.${camelCase(key)}`] = value;
  }
  return extensions;
}
