import { asText, isObject } from '../json.ts';

/** Everything the model wrote in a response or stream event: text, reasoning, refusals and tool arguments. */
export function readOutput(payload: unknown): string {
  if (!isObject(payload) || !Array.isArray(payload.choices)) return '';
  let output = '';
  for (const choice of payload.choices) {
    if (!isObject(choice)) continue;
    if (typeof choice.text === 'string') output += choice.text;
    const message = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : undefined;
    if (message) output += readMessage(message);
  }
  return output;
}

/** Everything the model reads in a request: messages, tools, prompt, input, or what it ranks. Pictures and sound are not text. */
export function readPrompt(body: Record<string, unknown>): string {
  const parts: string[] = [];
  if (Array.isArray(body.messages)) {
    for (const message of body.messages)
      if (isObject(message)) parts.push(`${asText(message.role)}\n${readMessage(message)}\n`);
  }
  for (const tools of [body.tools, body.functions]) if (tools !== undefined) parts.push(JSON.stringify(tools));
  for (const field of [body.prompt, body.input, body.query, body.documents]) collect(field, parts);
  return parts.join('');
}

function readMessage(message: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const field of [message.content, message.reasoning_content ?? message.reasoning, message.refusal])
    collect(field, parts);
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : [];
  for (const called of [...calls.flatMap((call) => [call.function, call.custom]), message.function_call]) {
    if (isObject(called)) parts.push(asText(called.name), asText(called.arguments), asText(called.input));
  }
  return parts.join('');
}

/** Strings, parts with a `text`, and arrays of either; token ids count as one token each. */
function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'number') into.push(' 0');
  else if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (isObject(value) && typeof value.text === 'string') into.push(value.text);
}
