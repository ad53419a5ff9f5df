import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { rewrite } from '../patch.ts';

/** Models that take pictures as bare base64. */
const bareBase64 = /^glm-4v/;
const dataUrl = /^data:[^,]*;base64,/;

/** Messages as Zhipu takes them: nothing null or empty, and not system messages alone. */
export const tidyMessages = rewrite('messages', (messages, { model }) => {
  if (!Array.isArray(messages)) return messages;
  const tidy = messages.filter(isObject).map(withoutNulls).map(withResult).filter(says);
  const onlySystem = tidy.every(({ role }) => role === 'system');
  return tidy.map((message) => ({
    ...message,
    ...(onlySystem && { role: 'user' }),
    ...(bareBase64.test(model) && Array.isArray(message.content) && { content: message.content.map(bare) }),
  }));
});

function withoutNulls(message: Json): Json {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
}

/** A call is refused unless its result follows, and an empty one is refused too. */
function withResult(message: Json): Json {
  return message.role === 'tool' && !says(message) ? { ...message, content: '...' } : message;
}

function says({ content, tool_calls: calls }: Json): boolean {
  return (
    calls !== undefined ||
    (content !== undefined && content !== '' && !(Array.isArray(content) && content.length === 0))
  );
}

function bare(part: unknown): unknown {
  if (!isObject(part) || !isObject(part.image_url) || typeof part.image_url.url !== 'string') return part;
  return { ...part, image_url: { ...part.image_url, url: part.image_url.url.replace(dataUrl, '') } };
}
