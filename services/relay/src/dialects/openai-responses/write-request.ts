import { badRequest } from '../../errors.ts';
import type { ChatRequest, Effort, Json, ResponseFormat, Tool, ToolChoice } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { asText } from '../json.ts';
import { type Capabilities, capabilitiesOf } from '../openai-chat/capabilities.ts';
import { chooseEffort } from '../openai-chat/choose-effort.ts';
import { longestName, shorten } from '../shorten.ts';
import { type Unused, warnUnused } from '../warn-unused.ts';
import { includeProofs } from './include-proofs.ts';
import { writeItems } from './write-items.ts';

const leastTokens = 16;
const unused: readonly Unused[] = ['topK', 'presencePenalty', 'frequencyPenalty', 'seed', 'stop', 'modalities'];

/** Writes a request for a response that nobody stores. */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  if ((request.choices ?? 1) > 1) throw badRequest('This model gives one answer per request.', 'n');
  const members = Object.entries(request.extensions['openai-responses'] ?? {});
  const own = Object.fromEntries(members.filter(([key]) => !key.startsWith('input.')));
  warnUnused(request, unused, warn, Object.keys(own));
  const tools = request.tools.flatMap((tool) => writeTool(tool, warn));
  const capabilities = capabilitiesOf(request.model);
  const include = includeProofs(request.model);
  const text = {
    ...(request.responseFormat && { format: writeFormat(request.responseFormat) }),
    ...(request.verbosity !== undefined && { verbosity: request.verbosity }),
  };
  return {
    model: request.model,
    input: writeItems(request.messages),
    store: false,
    ...(include && { include }),
    ...(tools.length > 0 && { tools }),
    ...(tools.length > 0 && request.toolChoice && { tool_choice: writeChoice(request.toolChoice) }),
    ...(request.parallelToolCalls !== undefined && { parallel_tool_calls: request.parallelToolCalls }),
    ...(Object.keys(text).length > 0 && { text }),
    ...writeReasoning(request, capabilities, warn),
    ...(request.maxTokens !== undefined && { max_output_tokens: Math.max(leastTokens, request.maxTokens) }),
    ...writeSampling(request, capabilities, warn),
    ...(request.user !== undefined && { safety_identifier: shorten(request.user, longestName) }),
    ...(request.metadata && { metadata: request.metadata }),
    ...(request.serviceTier !== undefined && { service_tier: request.serviceTier }),
    ...(request.cacheKey !== undefined && { prompt_cache_key: shorten(request.cacheKey, longestName) }),
    ...own,
    stream: request.stream,
  };
}

function writeTool(tool: Tool, warn: Warn): Json[] {
  switch (tool.type) {
    case 'function': {
      const { name, description, parameters = { type: 'object', properties: {} }, strict = false } = tool;
      return [{ type: 'function', name, ...(description && { description }), parameters, strict }];
    }
    case 'custom': {
      const { name, description, format } = tool;
      return [{ type: 'custom', name, ...(description && { description }), ...(format && { format }) }];
    }
    case 'web-search':
      return [
        { type: 'web_search', ...(tool.allowedDomains && { filters: { allowed_domains: tool.allowedDomains } }) },
      ];
    case 'hosted':
      if (tool.dialect === 'openai-responses') return [tool.value];
      warn('tools', `the upstream has no ${asText(tool.value.type ?? tool.value.name) || 'such tool'}`);
      return [];
  }
}

function writeChoice(choice: ToolChoice): unknown {
  if (choice.type === 'tool') return { type: 'function', name: choice.name };
  if (choice.type !== 'allowed') return choice.type;
  const tools = choice.names.map((name) => ({ type: 'function', name }));
  return { type: 'allowed_tools', mode: choice.mode, tools };
}

function writeFormat(format: ResponseFormat): Json {
  if (format.type !== 'json-schema') return { type: format.type === 'json' ? 'json_object' : 'text' };
  const { name = 'answer', description, schema, strict = false } = format;
  return { type: 'json_schema', name, ...(description && { description }), schema, strict };
}

function writeReasoning(request: ChatRequest, { efforts }: Capabilities, warn: Warn): Json {
  const known = efforts.includes('xhigh') ? [...new Set<Effort>([...efforts, 'max'])] : efforts;
  const effort = chooseEffort(request, known, warn);
  const told = request.reasoning && request.reasoning.visible !== false && effort !== 'none' && known.length > 0;
  if (!effort && !told) return {};
  return { reasoning: { ...(effort && { effort }), ...(told && { summary: 'auto' }) } };
}

function writeSampling(request: ChatRequest, { fixedSampling }: Capabilities, warn: Warn): Json {
  const { reasoning, temperature, topP } = request;
  if (!fixedSampling || reasoning?.effort === 'none')
    return { ...(temperature !== undefined && { temperature }), ...(topP !== undefined && { top_p: topP }) };
  if (temperature !== undefined && temperature !== 1) warn('temperature', 'this model chooses its sampling itself');
  if (topP !== undefined && topP !== 1) warn('top_p', 'this model chooses its sampling itself');
  return {};
}
