import type { Operation } from '../../ingress/operation.ts';
import type { OperationFormat, StreamMarks } from '../dialect.ts';
import { isObject } from '../json.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { serviceTiers } from '../openai-chat/service-tiers.ts';
import { readUsage } from './usage.ts';

/** What OpenAI's operations other than chat have in common: how models are named, usage and errors. */
export const openaiOperation: OperationFormat = {
  name: 'openai',
  editRequest(edit, { model, upstreamModel }) {
    // Some operations have a model of their own when the client names none.
    if (upstreamModel !== model || !edit.has('model')) edit.put('model', JSON.stringify(upstreamModel));
  },
  marks: { ...endsWith('completed'), endRepeats: true },
  serviceTiers,
  readUsage,
  readOutput,
  readError: openaiChat.readError,
  errorIn: openaiChat.errorIn,
};

/** Legacy completions: streams as those of chats. */
const completions: OperationFormat = {
  ...openaiOperation,
  editRequest: openaiChat.editRequest,
  marks: openaiChat.marks,
  readUsage: openaiChat.readUsage,
  readOutput: openaiChat.readOutput,
};

const sound: OperationFormat = { ...openaiOperation, marks: endsWith('done') };

/** How OpenAI speaks of an operation. */
export function openaiFormatOf(operation: Exclude<Operation, 'chat'>): OperationFormat {
  if (operation === 'completions') return completions;
  return operation.startsWith('audio/') ? sound : openaiOperation;
}

/** Streams of named events of which the last is called so: `image_generation.completed`, `transcript.text.done`. */
function endsWith(word: string): StreamMarks {
  const end = `.${word}"`;
  // A piece of text may end like that, too.
  const type = new RegExp(`"type":\\s*"[\\w.]+\\.${word}"`);
  return { usage: 'usage', end, isEnd: (event) => type.test(event), complete: [end] };
}

/** Transcripts are the only text that models write here. */
function readOutput(payload: unknown): string {
  if (!isObject(payload)) return '';
  const text = payload.type === undefined ? payload.text : payload.delta;
  return typeof text === 'string' ? text : '';
}
