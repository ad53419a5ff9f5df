import type { ChatRequest, Json, ReasoningRequest, ResponseFormat } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { seldomTaken, type Unused, warnUnused } from '../../dialects/warn-unused.ts';
import { writeToolName } from './tool-name.ts';
import { canThink, writeMessages } from './write-messages.ts';

/** Members of Cohere's own that clients of OpenAI's may send along. */
const carried = ['documents', 'citation_options', 'safety_mode', 'strict_tools', 'priority', 'logprobs'] as const;
const mostStops = 5;

const unused: readonly Unused[] = [...seldomTaken, 'choices'];

export function writeRequest(request: ChatRequest, warn: Warn): Json {
  warnUnused(request, unused, warn, carried);
  if (request.stop && request.stop.length > mostStops) warn('stop', `only the first ${mostStops} are used`);
  const body: Json = {
    model: request.model,
    messages: writeMessages(request.messages, request.model),
    stream: request.stream,
    max_tokens: request.maxTokens,
    temperature: clamp(request.temperature, 0, 1),
    p: clamp(request.topP, 0.01, 0.99),
    k: clamp(request.topK, 0, 500),
    seed: request.seed,
    stop_sequences: request.stop?.slice(0, mostStops),
    frequency_penalty: clamp(request.frequencyPenalty, 0, 1),
    presence_penalty: clamp(request.presencePenalty, 0, 1),
    thinking: writeThinking(request.reasoning, request.model),
    ...writeTools(request, warn),
    ...pick(request.extensions['openai-chat'] ?? {}),
  };
  // A format and tools exclude each other here.
  if (body.tools === undefined) body.response_format = writeFormat(request.responseFormat);
  else if (request.responseFormat && request.responseFormat.type !== 'text')
    warn('response_format', 'not together with tools');
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

function clamp(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.min(most, Math.max(least, value));
}

function pick(extensions: Json): Json {
  return Object.fromEntries(carried.filter((key) => key in extensions).map((key) => [key, extensions[key]]));
}

function writeTools({ tools, toolChoice }: ChatRequest, warn: Warn): Json {
  const names =
    toolChoice?.type === 'tool' ? [toolChoice.name] : toolChoice?.type === 'allowed' ? toolChoice.names : undefined;
  const written = tools.flatMap((tool) => {
    if (tool.type !== 'function') {
      warn('tools', `no ${tool.type} tools here`);
      return [];
    }
    if (names && !names.includes(tool.name)) return [];
    const { description, parameters = { type: 'object', properties: {} } } = tool;
    return [
      {
        type: 'function',
        function: { name: writeToolName(tool.name), ...(description !== undefined && { description }), parameters },
      },
    ];
  });
  if (written.length === 0) return {};
  if (toolChoice?.type === 'none') return { tools: written, tool_choice: 'NONE' };
  const required =
    toolChoice?.type === 'required' ||
    toolChoice?.type === 'tool' ||
    (toolChoice?.type === 'allowed' && toolChoice.mode === 'required');
  return { tools: written, ...(required && { tool_choice: 'REQUIRED' }) };
}

function writeFormat(format: ResponseFormat | undefined): Json | undefined {
  if (format?.type === 'json') return { type: 'json_object' };
  return format?.type === 'json-schema' ? { type: 'json_object', json_schema: format.schema } : undefined;
}

function writeThinking(reasoning: ReasoningRequest | undefined, model: string): Json | undefined {
  if (!reasoning || !canThink(model)) return undefined;
  const { effort, budgetTokens } = reasoning;
  if (effort === 'none' || budgetTokens === 0) return { type: 'disabled' };
  return { type: 'enabled', ...(budgetTokens !== undefined && budgetTokens > 0 && { token_budget: budgetTokens }) };
}
