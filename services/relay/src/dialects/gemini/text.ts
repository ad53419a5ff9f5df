import type { Json } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { member, objectMember, objectsMember } from './members.ts';

/** Everything the model wrote in an answer or a chunk of one: text, thoughts, code and the arguments of calls. */
export function readOutput(payload: unknown): string {
  if (Array.isArray(payload)) return payload.map(readOutput).join('');
  if (!isObject(payload)) return '';
  const texts: string[] = [];
  for (const candidate of objectsMember(payload, 'candidates')) collect(objectMember(candidate, 'content'), texts);
  return texts.join('');
}

/** Everything the model reads in a request. Pictures, sound and documents that are no text do not count. */
export function readPrompt(body: Json): string {
  const texts: string[] = [];
  collect(objectMember(body, 'systemInstruction'), texts);
  for (const content of objectsMember(body, 'contents')) {
    texts.push(`\n${asText(content.role)}\n`);
    collect(content, texts);
  }
  // Embeddings are asked for in OpenAI's shape, whoever asks.
  for (const input of [body.input].flat()) if (typeof input === 'string') texts.push(input);
  if (body.tools !== undefined) texts.push(JSON.stringify(body.tools));
  return texts.join('');
}

function collect(content: Json, into: string[]): void {
  for (const part of objectsMember(content, 'parts')) {
    if (typeof part.text === 'string') into.push(part.text);
    for (const [name, value] of [
      ['functionCall', 'args'],
      ['functionResponse', 'response'],
      ['executableCode', 'code'],
      ['codeExecutionResult', 'output'],
    ] as const) {
      const holder = member(part, name);
      if (!isObject(holder)) continue;
      into.push(asText(holder.name));
      const said = holder[value];
      if (typeof said === 'string') into.push(said);
      else if (isObject(said) && Object.keys(said).length > 0) into.push(JSON.stringify(said));
    }
  }
}
