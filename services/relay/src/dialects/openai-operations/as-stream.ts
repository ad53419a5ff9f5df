import type { Operation } from '../../ingress/operation.ts';
import { isObject } from '../json.ts';
import { asStream as completionAsStream } from '../openai-chat/stream.ts';

/**
 * A whole answer of OpenAI's shape as the stream that a client asked for, for upstreams that know none or ignore `stream`.
 * '' for operations without streams.
 */
export function asStream(operation: Operation, answer: unknown): string {
  switch (operation) {
    case 'completions':
      return completionAsStream(answer);
    case 'images/generations':
      return pictureEvents('image_generation.completed', answer);
    case 'images/edits':
      return pictureEvents('image_edit.completed', answer);
    case 'audio/transcriptions':
      return events(isObject(answer) ? [{ type: 'transcript.text.done', text: answer.text, usage: answer.usage }] : []);
    default:
      return '';
  }
}

/** One event for each picture; the last has the usage of all. */
function pictureEvents(type: string, answer: unknown): string {
  if (!isObject(answer) || !Array.isArray(answer.data)) return '';
  const { created: created_at, data, usage, ...rest } = answer;
  const last = data.length - 1;
  return events(data.map((picture, at) => ({ type, created_at, ...rest, ...picture, ...(at === last && { usage }) })));
}

function events(payloads: readonly { readonly type: string; readonly [member: string]: unknown }[]): string {
  return payloads.map((payload) => `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`).join('');
}
