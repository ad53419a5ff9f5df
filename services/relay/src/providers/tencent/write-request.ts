import type { ChatRequest, Json } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { seldomTaken, type Unused, warnUnused } from '../../dialects/warn-unused.ts';
import { writeMessages } from './write-messages.ts';

const unused: readonly Unused[] = [
  ...seldomTaken,
  'maxTokens',
  'responseFormat',
  'reasoning',
  'presencePenalty',
  'frequencyPenalty',
  'topK',
  'choices',
];

/** Names begin with capitals, and schemas of arguments are texts. */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  warnUnused(request, unused, warn);
  const { temperature, topP, seed, stop } = request;
  return {
    Model: request.model,
    Messages: writeMessages(request.messages),
    Stream: request.stream,
    ...(request.stream && { StreamModeration: true }),
    EnableEnhancement: false,
    // A zero is refused; it is the default of neither.
    ...(temperature !== undefined && temperature > 0 && { Temperature: Math.min(2, temperature) }),
    ...(topP !== undefined && topP > 0 && { TopP: Math.min(1, topP) }),
    ...(seed !== undefined && { Seed: seed }),
    ...(stop && stop.length > 0 && { Stop: stop }),
    ...writeTools(request, warn),
  };
}

function writeTools({ tools, toolChoice }: ChatRequest, warn: Warn): Json {
  const written = tools.flatMap((tool) => {
    if (tool.type === 'function') {
      const { name, description, parameters = { type: 'object', properties: {} } } = tool;
      const described = description === undefined ? {} : { Description: description };
      return [{ Type: 'function', Function: { Name: name, ...described, Parameters: JSON.stringify(parameters) } }];
    }
    warn('tools', `no ${tool.type} tools here`);
    return [];
  });
  if (written.length === 0) return {};
  if (toolChoice?.type === 'tool') {
    return {
      Tools: written,
      ToolChoice: 'custom',
      CustomTool: written.find(({ Function: { Name } }) => Name === toolChoice.name),
    };
  }
  if (toolChoice?.type === 'none') return { Tools: written, ToolChoice: 'none' };
  if (toolChoice && toolChoice.type !== 'auto') warn('tool_choice', 'the model decides itself');
  return { Tools: written, ToolChoice: 'auto' };
}
