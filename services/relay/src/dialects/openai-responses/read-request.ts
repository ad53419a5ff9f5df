import { badRequest } from '../../errors.ts';
import {
  type ChatRequest,
  type Effort,
  efforts,
  type Json,
  type ReasoningRequest,
  type ResponseFormat,
} from '../canonical.ts';
import { isObject } from '../json.ts';
import { readItems, toolsAmongItems, unreadItems } from './read-items.ts';
import { readToolChoice, readTools } from './read-tools.ts';

const known = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'stream_options',
  'store',
  'include',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'reasoning',
  'max_output_tokens',
  'temperature',
  'top_p',
  'user',
  'safety_identifier',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'background',
  'previous_response_id',
  'conversation',
]);
/** Say what happens anyway. */
const usual: Readonly<Record<string, unknown>> = { truncation: 'disabled', top_logprobs: 0 };

/** Reads a request for a response. Throws a GatewayError (400) that names the field. */
export function readRequest(body: Json, target: Pick<ChatRequest, 'model' | 'stream'>): ChatRequest {
  const { instructions, text: said } = body;
  const text = isObject(said) ? said : {};
  const system = typeof instructions === 'string' && instructions !== '' ? [systemOf(instructions)] : [];
  const toolChoice = readToolChoice(body.tool_choice);
  const responseFormat = readFormat(text.format);
  const reasoning = readReasoning(body.reasoning);
  const user = body.safety_identifier ?? body.user;
  const extensions = Object.fromEntries([
    ...Object.entries(body).filter(
      ([key, value]) => !known.has(key) && value !== null && value !== undefined && usual[key] !== value,
    ),
    // Told to the client as every other member that is not carried.
    ...unreadItems(body.input).map((type) => [`input.${type}`, true]),
  ]);
  return {
    ...target,
    messages: [...system, ...readItems(body.input)],
    tools: [...readTools(body.tools), ...readTools(toolsAmongItems(body.input), 'input')],
    ...(toolChoice && { toolChoice }),
    ...(typeof body.parallel_tool_calls === 'boolean' && { parallelToolCalls: body.parallel_tool_calls }),
    ...(responseFormat && { responseFormat }),
    ...(reasoning && { reasoning }),
    ...(typeof body.max_output_tokens === 'number' && { maxTokens: body.max_output_tokens }),
    ...(typeof body.temperature === 'number' && { temperature: body.temperature }),
    ...(typeof body.top_p === 'number' && { topP: body.top_p }),
    ...(typeof text.verbosity === 'string' && { verbosity: text.verbosity }),
    ...(typeof user === 'string' && { user }),
    ...(isObject(body.metadata) && Object.keys(body.metadata).length > 0 && { metadata: body.metadata }),
    ...(typeof body.service_tier === 'string' && { serviceTier: body.service_tier }),
    ...(typeof body.prompt_cache_key === 'string' && { cacheKey: body.prompt_cache_key }),
    extensions: Object.keys(extensions).length > 0 ? { 'openai-responses': extensions } : {},
  };
}

function systemOf(text: string) {
  return { role: 'system', parts: [{ type: 'text', text }] } as const;
}

function readFormat(format: unknown): ResponseFormat | undefined {
  if (!isObject(format)) return undefined;
  if (format.type === 'json_object') return { type: 'json' };
  if (format.type !== 'json_schema') return undefined;
  const { name, description, schema, strict } = format;
  if (!isObject(schema)) throw badRequest('text.format needs a schema.', 'text.format.schema');
  return {
    type: 'json-schema',
    schema,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(typeof strict === 'boolean' && { strict }),
  };
}

function readReasoning(reasoning: unknown): ReasoningRequest | undefined {
  if (!isObject(reasoning)) return undefined;
  const { effort, summary } = reasoning;
  if (effort !== undefined && effort !== null && !efforts.includes(effort as Effort))
    throw badRequest(`reasoning.effort must be one of ${efforts.join(', ')}.`, 'reasoning.effort');
  const visible = typeof summary === 'string' && summary !== 'none';
  return { ...(typeof effort === 'string' && { effort: effort as Effort }), visible };
}
