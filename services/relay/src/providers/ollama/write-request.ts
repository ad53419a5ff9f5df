import type { ChatRequest, Json, ReasoningRequest, ResponseFormat } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { seldomTaken, type Unused, warnUnused } from '../../dialects/warn-unused.ts';
import { contextSize } from './context-size.ts';
import { writeMessages } from './write-messages.ts';

/** Models that think at levels; for all others thinking is on or off. */
const levelled = /^gpt-oss/;

const unused: readonly Unused[] = [...seldomTaken, 'choices'];

export function writeRequest(request: ChatRequest, warn: Warn): Json {
  warnUnused(request, unused, warn);
  const tools = writeTools(request, warn);
  const format = writeFormat(request.responseFormat);
  const think = writeThink(request.model, request.reasoning);
  const body = {
    model: request.model,
    messages: writeMessages(request.messages),
    stream: request.stream,
    ...(tools.length > 0 && { tools }),
    ...(format !== undefined && { format }),
    ...(think !== undefined && { think }),
  };
  return { ...body, options: { ...writeOptions(request), num_ctx: contextSize(body, request.maxTokens) } };
}

function writeOptions(request: ChatRequest): Json {
  const options: Json = {
    num_predict: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    seed: request.seed,
    stop: request.stop,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Whether a tool is called is up to the model: a choice can only leave all tools out. */
function writeTools({ tools, toolChoice }: ChatRequest, warn: Warn): Json[] {
  if (toolChoice?.type === 'none') return [];
  if (toolChoice && toolChoice.type !== 'auto') warn('tool_choice', 'the model decides itself');
  return tools.flatMap((tool) => {
    if (tool.type === 'function') {
      const { name, description, parameters = { type: 'object', properties: {} } } = tool;
      return [{ type: 'function', function: { name, ...(description !== undefined && { description }), parameters } }];
    }
    warn('tools', `no ${tool.type} tools here`);
    return [];
  });
}

function writeFormat(format: ResponseFormat | undefined): unknown {
  if (format?.type === 'json') return 'json';
  return format?.type === 'json-schema' ? format.schema : undefined;
}

function writeThink(model: string, reasoning: ReasoningRequest | undefined): boolean | string | undefined {
  if (!reasoning) return undefined;
  const { effort, budgetTokens } = reasoning;
  if (effort === undefined) return budgetTokens === undefined && !reasoning.visible ? undefined : budgetTokens !== 0;
  if (effort === 'none') return false;
  if (!levelled.test(model)) return true;
  return effort === 'minimal' ? 'low' : effort === 'xhigh' ? 'high' : effort;
}
