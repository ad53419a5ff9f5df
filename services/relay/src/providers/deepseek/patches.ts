import { createHash } from 'node:crypto';
import { isObject } from '../../dialects/json.ts';
import { type BodyEdit, type Patch, rewrite } from '../patch.ts';
import { rewriteMessages } from '../patch-messages.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

const turnOff = reasoningSwitch(() => ({ thinking: { type: 'disabled' } }));

/** Thinking is on unless it is turned off; levels beside `none` are known here. */
export const withoutThinking: Patch = (edit, target) => {
  if (edit.text('reasoning_effort') === '"none"') turnOff(edit, target);
};

/** Probabilities are refused while the model thinks. */
export const unloggedThinking: Patch = (edit) => {
  if (!thinks(edit)) return;
  edit.remove('logprobs');
  edit.remove('top_logprobs');
};

/** Answers are objects or text; a schema is told to the model in words. */
export const jsonObjects: Patch = (edit) => {
  const format: unknown = JSON.parse(edit.text('response_format') ?? 'null');
  if (!isObject(format) || format.type !== 'json_schema' || !isObject(format.json_schema)) return;
  edit.put('response_format', '{"type":"json_object"}');
  const content = `Answer with one json object that fits this JSON schema: ${JSON.stringify(format.json_schema.schema)}`;
  const messages: unknown = JSON.parse(edit.text('messages') ?? '[]');
  if (Array.isArray(messages)) edit.put('messages', JSON.stringify([{ role: 'system', content }, ...messages]));
};

/** Caches and limits are kept apart by a name of few characters. */
export const isolateUser: Patch = (edit, target) => {
  rewrite('user', (user) => {
    if (typeof user !== 'string' || user === '') return undefined;
    return /^[A-Za-z0-9_-]{1,64}$/.test(user) ? user : createHash('sha256').update(user).digest('hex');
  })(edit, target);
  const user = edit.text('user');
  edit.remove('user');
  if (user !== undefined && !edit.has('user_id')) edit.put('user_id', user);
};

/**
 * While it thinks, a history with calls of tools is refused unless every turn of the assistant has its reasoning. Most
 * clients drop it; an empty one is taken.
 */
export const replayReasoning: Patch = (edit, target) => {
  if (thinks(edit)) fillReasoning(edit, target);
};

const fillReasoning = rewriteMessages('"tool_calls"', (messages) =>
  messages.map((message) =>
    message.role === 'assistant' && typeof message.reasoning_content !== 'string'
      ? { ...message, reasoning_content: '' }
      : message,
  ),
);

function thinks(edit: BodyEdit): boolean {
  const thinking: unknown = JSON.parse(edit.text('thinking') ?? 'null');
  return !isObject(thinking) || thinking.type !== 'disabled';
}
