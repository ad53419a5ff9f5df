import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, ResponseFormat, Tool } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { asText } from '../json.ts';
import { warnUnused } from '../warn-unused.ts';
import { bareRequest, unmarkedRequest } from './bare-request.ts';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';
import { chooseEffort } from './choose-effort.ts';
import { writeMessages } from './write-messages.ts';

const noArguments = { type: 'object', properties: {} };

/** Writes a request for chat completions, within what the model's family takes. */
export function writeRequest(asked: ChatRequest, warn: Warn): Json {
  // Of several answers the first would be read, and all be paid for.
  if ((asked.choices ?? 1) > 1) throw badRequest('This model gives one answer per request.', 'n');
  const capabilities = capabilitiesOf(asked.model);
  const request = fitting(asked, capabilities);
  const own = request.extensions['openai-chat'] ?? {};
  warnUnused(request, [], warn, Object.keys(own));
  const tools = request.tools.flatMap((tool) => writeTool(tool, warn));
  const effort = chooseEffort(request, capabilities.efforts, warn);
  const { stop, responseFormat, modalities, metadata } = request;
  return {
    model: request.model,
    messages: writeMessages(request.messages),
    ...(tools.length > 0 && { tools, ...writeChoice(request) }),
    ...(tools.length < request.tools.length && writeSearch(request, warn)),
    ...(responseFormat && { response_format: writeFormat(responseFormat) }),
    ...(effort && { reasoning_effort: effort }),
    ...(request.maxTokens !== undefined && {
      [capabilities.completionLimit ? 'max_completion_tokens' : 'max_tokens']: request.maxTokens,
    }),
    ...writeSampling(request, capabilities, warn),
    ...(request.seed !== undefined && { seed: request.seed }),
    ...(stop && stop.length > 0 && { stop: stop.slice(0, 4) }),
    ...(request.verbosity !== undefined && { verbosity: request.verbosity }),
    ...(modalities && { modalities }),
    ...(request.user !== undefined && { user: request.user }),
    ...(metadata && { metadata }),
    ...(request.serviceTier !== undefined && { service_tier: request.serviceTier }),
    ...(request.cacheKey !== undefined && { prompt_cache_key: request.cacheKey }),
    ...(request.cacheControl && { cache_control: { type: 'ephemeral', ...request.cacheControl } }),
    ...own,
    ...(request.stream && { stream: true, stream_options: { include_usage: true } }),
  };
}

function fitting(request: ChatRequest, { strictMembers, cacheMarks }: Capabilities): ChatRequest {
  if (strictMembers) return bareRequest(request);
  return cacheMarks ? request : unmarkedRequest(request);
}

function writeTool(tool: Tool, warn: Warn): Json[] {
  switch (tool.type) {
    case 'function': {
      const { name, description, parameters = noArguments, strict, cacheControl } = tool;
      return [
        {
          type: 'function',
          function: { name, ...(description && { description }), parameters, ...(strict !== undefined && { strict }) },
          ...(cacheControl && { cache_control: { type: 'ephemeral', ...cacheControl } }),
        },
      ];
    }
    case 'custom': {
      const { name, description, format } = tool;
      return [{ type: 'custom', custom: { name, ...(description && { description }), ...(format && { format }) } }];
    }
    case 'web-search':
      return [];
    case 'hosted':
      if (tool.dialect === 'openai-chat') return [tool.value];
      warn('tools', `the upstream has no ${asText(tool.value.type ?? tool.value.name) || 'such tool'}`);
      return [];
  }
}

/** Of OpenAI's models those search that are named for it; other hosts have switches of their own. */
function writeSearch({ model, tools }: ChatRequest, warn: Warn): Json {
  if (!tools.some(({ type }) => type === 'web-search')) return {};
  if (model.includes('search')) return { web_search_options: {} };
  warn('tools', 'the upstream has no search of the web');
  return {};
}

function writeChoice({ toolChoice, parallelToolCalls }: ChatRequest): Json {
  const parallel = parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls };
  switch (toolChoice?.type) {
    case undefined:
      return parallel;
    case 'tool':
      return { tool_choice: { type: 'function', function: { name: toolChoice.name } }, ...parallel };
    case 'allowed': {
      const tools = toolChoice.names.map((name) => ({ type: 'function', function: { name } }));
      return { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: toolChoice.mode, tools } }, ...parallel };
    }
    default:
      return { tool_choice: toolChoice?.type, ...parallel };
  }
}

function writeFormat(format: ResponseFormat): Json {
  if (format.type !== 'json-schema') return { type: format.type === 'json' ? 'json_object' : 'text' };
  const { name = 'answer', description, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: { name, ...(description && { description }), schema, ...(strict !== undefined && { strict }) },
  };
}

function writeSampling(request: ChatRequest, capabilities: Capabilities, warn: Warn): Json {
  const sampling = {
    temperature: request.temperature,
    top_p: request.topP,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    top_k: request.topK,
  };
  const refused = capabilities.fixedSampling && request.reasoning?.effort !== 'none';
  const written: Json = {};
  for (const [name, value] of Object.entries(sampling)) {
    if (value === undefined) continue;
    if (name === 'top_k' && capabilities.strictMembers) warn(name, 'this model does not take it');
    else if (!refused) written[name] = value;
    else if (value !== 1 && value !== 0) warn(name, 'this model chooses its sampling itself');
  }
  return written;
}
