import { isObject } from '../../dialects/json.ts';
import type { Amend } from '../amendment.ts';

const wantsText = /oneOf at '\/' not met|Type mismatch of '\/messages\/\d+\/content'/;

/** Old models take a text as text alone, not as a list of parts. */
export const amend: Amend = ({ status, body, sent }) => {
  if (status !== 400 || !wantsText.test(body)) return undefined;
  const { messages } = sent();
  if (!Array.isArray(messages)) return undefined;
  const flat = messages.map(flatten);
  return flat.some((message, i) => message !== messages[i]) ? { members: { messages: flat } } : undefined;
};

function flatten(message: unknown): unknown {
  if (!isObject(message) || !Array.isArray(message.content)) return message;
  const texts = message.content.map((part) => (isObject(part) && part.type === 'text' ? part.text : undefined));
  return texts.every((text) => typeof text === 'string') ? { ...message, content: texts.join('\n') } : message;
}
