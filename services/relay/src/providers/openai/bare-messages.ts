import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { capabilitiesOf } from '../../dialects/openai-chat/capabilities.ts';
import type { Patch } from '../patch.ts';
import { rewriteMessages } from '../patch-messages.ts';

const ofMessages = ['reasoning_content', 'reasoning_details', 'reasoning', 'images', 'cache_control'];
const ofCalls = ['extra_content'];
const ofParts = ['cache_control'];

const patches = ['"reasoning', '"images"', '"extra_content"', '"cache_control"'].map((mark) =>
  rewriteMessages(mark, (messages) => messages.map(bareMessage)),
);

/** Takes out what other makers added to messages: clients send it back to whoever answers next, OpenAI refuses it. */
export const bareMessages: Patch = (edit, target) => {
  if (capabilitiesOf(target.model).strictMembers) for (const patch of patches) patch(edit, target);
};

function bareMessage(message: Json): Json {
  const { content, tool_calls: calls } = message;
  return {
    ...without(message, ofMessages),
    ...(Array.isArray(content) && { content: content.map((part) => without(part, ofParts)) }),
    ...(Array.isArray(calls) && { tool_calls: calls.map((call) => without(call, ofCalls)) }),
  };
}

function without<Value>(value: Value, keys: readonly string[]): Value {
  if (!isObject(value) || !keys.some((key) => key in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) as Value;
}
