import type { Json } from '../canonical.ts';
import { asText, isObject } from '../json.ts';

/** Everything the model wrote in a message or an event of its stream: text, thinking and the input of tools. */
export function readOutput(payload: unknown): string {
  if (!isObject(payload)) return '';
  if (isObject(payload.delta)) {
    const { text, thinking, partial_json } = payload.delta;
    return [text, thinking, partial_json].find((piece) => typeof piece === 'string') ?? '';
  }
  const blocks = isObject(payload.content_block) ? [payload.content_block] : payload.content;
  const texts: string[] = [];
  collect(blocks, texts);
  return texts.join('');
}

/** Everything the model reads in a request. Pictures and documents that are no text do not count. */
export function readPrompt(body: Json): string {
  const texts: string[] = [];
  collect(body.system, texts);
  for (const message of Array.isArray(body.messages) ? body.messages : []) {
    if (!isObject(message)) continue;
    texts.push(`\n${asText(message.role)}\n`);
    collect(message.content, texts);
  }
  if (body.tools !== undefined) texts.push(JSON.stringify(body.tools));
  return texts.join('');
}

function collect(content: unknown, into: string[]): void {
  if (typeof content === 'string') into.push(content);
  else if (Array.isArray(content)) for (const block of content) collect(block, into);
  else if (isObject(content)) collectBlock(content, into);
}

function collectBlock(block: Json, into: string[]): void {
  switch (block.type) {
    case 'text':
      collect(block.text, into);
      break;
    case 'thinking':
      collect(block.thinking, into);
      break;
    case 'tool_use':
      into.push(asText(block.name));
      if (isObject(block.input) && Object.keys(block.input).length > 0) into.push(JSON.stringify(block.input));
      break;
    case 'tool_result':
    case 'search_result':
      collect(block.content, into);
      break;
    case 'document':
      if (isObject(block.source) && block.source.type === 'text') collect(block.source.data, into);
      if (isObject(block.source) && block.source.type === 'content') collect(block.source.content, into);
  }
}
