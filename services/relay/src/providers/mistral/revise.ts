import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';

/** An answer, a chunk or an error of Mistral's as OpenAI would have written it. */
export function revise(payload: Json): Json {
  if (payload.object === 'error') return { error: { ...payload, message: words(payload.message) } };
  if (isObject(payload.message) || (payload.message === undefined && Array.isArray(payload.detail))) {
    return { ...payload, message: words(payload.message ?? payload.detail) };
  }
  return {
    ...payload,
    ...(Array.isArray(payload.choices) && { choices: payload.choices.map(reviseChoice) }),
    ...(isObject(payload.usage) && { usage: reviseUsage(payload.usage) }),
  };
}

function reviseChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  const { message, delta, finish_reason: reason } = choice;
  return {
    ...choice,
    ...(isObject(message) && { message: reviseMessage(message) }),
    ...(isObject(delta) && { delta: reviseMessage(delta) }),
    ...(reason === 'model_length' && { finish_reason: 'length' }),
    ...(reason === 'error' && { finish_reason: 'stop' }),
  };
}

function reviseMessage(message: Json): Json {
  const { content, tool_calls: calls } = message;
  return {
    ...message,
    ...(Array.isArray(content) && splitContent(content)),
    ...(Array.isArray(calls) && { tool_calls: calls.map(reviseCall) }),
  };
}

function splitContent(chunks: readonly unknown[]): Json {
  let text = '';
  let thoughts = '';
  for (const chunk of chunks) {
    if (!isObject(chunk)) continue;
    if (chunk.type === 'text' && typeof chunk.text === 'string') text += chunk.text;
    if (chunk.type !== 'thinking' || !Array.isArray(chunk.thinking)) continue;
    for (const thought of chunk.thinking)
      if (isObject(thought) && typeof thought.text === 'string') thoughts += thought.text;
  }
  return { content: text, ...(thoughts !== '' && { reasoning_content: thoughts }) };
}

/** Rare models write arguments as objects. */
function reviseCall(call: unknown): unknown {
  if (!isObject(call) || !isObject(call.function)) return call;
  const { arguments: given } = call.function;
  const text = typeof given === 'string' || given === undefined ? given : JSON.stringify(given);
  return { type: 'function', ...call, function: { ...call.function, arguments: text } };
}

function reviseUsage(usage: Json): Json {
  const details = isObject(usage.prompt_token_details) ? usage.prompt_token_details : {};
  const cached = usage.num_cached_tokens ?? details.cached_tokens;
  if (cached === undefined || isObject(usage.prompt_tokens_details)) return usage;
  return { ...usage, prompt_tokens_details: { cached_tokens: cached } };
}

function words(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}
