import { badRequest } from '../../errors.ts';
import type { AssistantPart, Json, Message, Signature, TextPart } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';
import { readContent, readText, readToolResult } from './read-content.ts';
import { unpackSignature } from './signature.ts';

/** A line that some clients put before everything else, and that changes with every request. */
const billingHeader = /^x-anthropic-billing-header:[^\n]*\n?/i;

export function readSystem(system: unknown): Message | undefined {
  if (system === undefined || system === null) return undefined;
  const blocks = typeof system === 'string' ? [{ type: 'text', text: system }] : system;
  if (!Array.isArray(blocks)) throw badRequest('system must be a string or an array of text blocks.', 'system');
  const parts = blocks
    .flatMap((block): TextPart[] => (isObject(block) && block.type === 'text' ? [readText(block)] : []))
    .map((part, at) => (at === 0 ? { ...part, text: part.text.replace(billingHeader, '') } : part))
    .filter(({ text }) => text !== '');
  return parts.length > 0 ? { role: 'system', parts } : undefined;
}

export function readMessages(messages: unknown): Message[] {
  if (!Array.isArray(messages) || messages.length === 0)
    throw badRequest('messages must be a non-empty array.', 'messages');
  return messages.flatMap((message, at) => readMessage(message, `messages.${at}`));
}

function readMessage(message: unknown, field: string): Message[] {
  if (!isObject(message)) throw badRequest(`${field} must be an object.`, field);
  const blocks = readBlocks(message.content, `${field}.content`);
  switch (message.role) {
    case 'user':
      return readUser(blocks, field);
    case 'assistant':
      return [{ role: 'assistant', parts: blocks.flatMap(readAssistantBlock) }];
    case 'system':
      return [{ role: 'system', parts: blocks.filter(({ type }) => type === 'text').map(readText) }];
    default:
      throw badRequest(`${field}.role must be user, assistant or system.`, `${field}.role`);
  }
}

function readBlocks(content: unknown, field: string): Json[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content) || !content.every(isObject))
    throw badRequest(`${field} must be a string or an array of blocks.`, field);
  return content;
}

/** Results of tools stand first in a turn of the user and are messages of their own in the middle form. */
function readUser(blocks: readonly Json[], field: string): Message[] {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const others = blocks.filter(({ type }) => type !== 'tool_result');
  const messages: Message[] = [];
  if (results.length > 0) messages.push({ role: 'tool', parts: results.map((block) => readToolResult(block, field)) });
  if (others.length > 0 || results.length === 0)
    messages.push({ role: 'user', parts: others.flatMap((block) => readContent(block, field)) });
  return messages;
}

/** What the host's own tools wrote is left out: no other host can go on from it. */
function readAssistantBlock(block: Json): AssistantPart[] {
  const cacheControl = readCacheControl(block.cache_control);
  switch (block.type) {
    case 'text':
      return [readText(block)];
    case 'thinking': {
      const signature = unpackSignature(typeof block.signature === 'string' ? block.signature : '');
      return [{ type: 'reasoning', text: asText(block.thinking), ...(signature && { signature }) }];
    }
    case 'redacted_thinking': {
      const signature: Signature = { dialect: 'anthropic-messages', value: asText(block.data), redacted: true };
      return [{ type: 'reasoning', text: '', signature }];
    }
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          id: asText(block.id),
          name: asText(block.name),
          arguments: JSON.stringify(block.input ?? {}),
          ...(cacheControl && { cacheControl }),
        },
      ];
    default:
      return [];
  }
}
