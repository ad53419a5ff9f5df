import type { ChatRequest, Json } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { warnUnused } from '../../dialects/warn-unused.ts';
import { writeMessages } from './v1-messages.ts';

const carried = ['disable_search', 'enable_citation'] as const;
const mostStops = 4;
const leastOutput = 2;

export function writeRequest(request: ChatRequest, warn: Warn): Json {
  const unused = [
    'responseFormat',
    'reasoning',
    'parallelToolCalls',
    'presencePenalty',
    'topK',
    'seed',
    'verbosity',
    'choices',
    'modalities',
    'metadata',
    'serviceTier',
    'cacheKey',
    'cacheControl',
  ] as const;
  warnUnused(request, unused, warn, carried);
  if (request.stop && request.stop.length > mostStops) warn('stop', `only the first ${mostStops} are used`);
  const { messages, system } = writeMessages(request.messages);
  const functions = writeFunctions(request, warn);
  const { temperature, topP, frequencyPenalty, maxTokens, stop, user } = request;
  const extensions = request.extensions['openai-chat'] ?? {};
  const body: Json = {
    messages,
    stream: request.stream,
    system: system === '' ? undefined : system,
    temperature: temperature === undefined ? undefined : within(temperature, 0.01, 1),
    top_p: topP === undefined ? undefined : within(topP, 0, 1),
    penalty_score: frequencyPenalty === undefined ? undefined : within(frequencyPenalty, 1, 2),
    max_output_tokens: maxTokens === undefined ? undefined : Math.max(leastOutput, maxTokens),
    stop: stop?.slice(0, mostStops),
    functions: functions.length > 0 ? functions : undefined,
    user_id: user,
    ...Object.fromEntries(carried.map((name) => [name, extensions[name]])),
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

function writeFunctions({ tools, toolChoice }: ChatRequest, warn: Warn): Json[] {
  if (toolChoice?.type === 'none') return [];
  if (toolChoice && toolChoice.type !== 'auto') warn('tool_choice', 'the model decides itself');
  return tools.flatMap((tool) => {
    if (tool.type === 'function') {
      const { name, description = name, parameters = { type: 'object', properties: {} } } = tool;
      return [{ name, description, parameters }];
    }
    warn('tools', `no ${tool.type} tools here`);
    return [];
  });
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
