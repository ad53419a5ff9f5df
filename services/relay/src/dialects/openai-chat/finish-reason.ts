import type { FinishReason } from '../canonical.ts';

const unified: Readonly<Record<string, FinishReason['unified']>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

/** `calls`: some hosts say `stop` although the answer calls tools. */
export function readFinishReason(raw: unknown, calls: boolean): FinishReason {
  const text = typeof raw === 'string' && raw !== '' ? raw : 'stop';
  const known = unified[text] ?? 'other';
  return { unified: known === 'stop' && calls ? 'tool-calls' : known, raw: text };
}

export function writeFinishReason({ unified: reason }: FinishReason, calls: boolean): string {
  switch (reason) {
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    default:
      return calls ? 'tool_calls' : 'stop';
  }
}
