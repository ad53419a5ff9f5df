import type { AssistantPart, ChatRequest, FilePart, Json, Message, TextPart } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { joinText } from '../../dialects/join-text.ts';
import { warnUnused } from '../../dialects/warn-unused.ts';
import { badRequest } from '../../errors.ts';

/** What is said to every version alike; `asVersion` adds the rest. */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  const unused = [
    'responseFormat',
    'reasoning',
    'parallelToolCalls',
    'topP',
    'presencePenalty',
    'frequencyPenalty',
    'seed',
    'stop',
    'verbosity',
    'choices',
    'modalities',
    'metadata',
    'serviceTier',
    'cacheKey',
    'cacheControl',
  ] as const;
  warnUnused(request, unused, warn);
  const { temperature, topK, maxTokens, user } = request;
  const functions = writeFunctions(request, warn);
  return {
    header: { ...(user !== undefined && user.length <= 32 && { uid: user }) },
    parameter: {
      chat: {
        ...(temperature !== undefined && { temperature: Math.min(1, Math.max(0.01, temperature)) }),
        ...(topK !== undefined && { top_k: Math.min(6, Math.max(1, topK)) }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      },
    },
    payload: {
      message: { text: writeMessages(request.messages) },
      ...(functions.length > 0 && { functions: { text: functions } }),
    },
  };
}

/** There are no turns for tools: calls and results are told in words. */
function writeMessages(messages: readonly Message[]): Json[] {
  const names = new Map<string, string>();
  return messages.flatMap((message): Json[] => {
    if (message.role === 'tool') {
      return message.parts.map(({ id, name = names.get(id), content }) => ({
        role: 'user',
        content: `Result of ${name ?? id}: ${textOf(content)}`,
      }));
    }
    if (message.role !== 'assistant') return [{ role: message.role, content: textOf(message.parts) }];
    const calls = message.parts.filter((part) => part.type === 'tool-call');
    for (const { id, name } of calls) names.set(id, name);
    const told = calls.map(({ name, arguments: input }) => `Called ${name} with ${input}`);
    return [{ role: 'assistant', content: [textOf(message.parts), ...told].filter((text) => text !== '').join('\n') }];
  });
}

function textOf(parts: readonly (TextPart | FilePart | AssistantPart)[]): string {
  if (parts.some(({ type }) => type === 'file')) throw badRequest('This model reads text only.', 'messages');
  return joinText(parts);
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
