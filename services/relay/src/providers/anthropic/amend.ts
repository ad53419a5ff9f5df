import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import type { Amend, Amendment } from '../amendment.ts';

/** Of these nobody has told for sure whether a tool may be forced. */
const mayRefuseForce = /(sonnet|haiku)-5-5/;

/** What Claude refuses for a reason that only its host knows: in the same words wherever it is hosted with Anthropic's bodies. */
export const amendClaude: Amend = ({ status, body, model, sent }) => {
  if (status !== 400) return undefined;
  if (/bound to a different conversation/i.test(body)) return withoutEarlierThinking(sent().messages);
  return body.includes('tool_choice') ? withFreeChoice(model, sent()) : undefined;
};

function withFreeChoice(model: string, { tool_choice: choice }: Json): Amendment | undefined {
  if (!mayRefuseForce.test(model)) return undefined;
  if (!isObject(choice) || (choice.type !== 'any' && choice.type !== 'tool')) return undefined;
  const { name: _, ...rest } = choice;
  return { members: { tool_choice: { ...rest, type: 'auto' } } };
}

/** Thoughts belong to the words before them. Only those since the last question are needed: its tools are still at work. */
function withoutEarlierThinking(messages: unknown): Amendment | undefined {
  if (!Array.isArray(messages)) return undefined;
  const asked = messages.findLastIndex(isQuestion);
  const kept = messages.flatMap((message, i) => (i < asked ? thoughtless(message) : [message]));
  const changed = kept.length < messages.length || kept.some((message, i) => message !== messages[i]);
  return changed ? { members: { messages: kept } } : undefined;
}

function isQuestion(message: unknown): boolean {
  if (!isObject(message) || message.role !== 'user') return false;
  return !contentOf(message).some(({ type }) => type === 'tool_result');
}

/** The message without thoughts; none when it has nothing else. */
function thoughtless(message: unknown): unknown[] {
  if (!isObject(message) || message.role !== 'assistant') return [message];
  const content = contentOf(message);
  const said = content.filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  if (said.length === content.length) return [message];
  return said.length === 0 ? [] : [{ ...message, content: said }];
}

function contentOf({ content }: Json): Json[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
