import type { BodyEdit } from '../../providers/patch.ts';
import type { PassedCall, StreamMarks } from '../dialect.ts';

const onlyUsage = '{"include_usage":true}';

/** The upstream's name of the model, and usage in streams whether the client wants to see it or not. */
export function editRequest(edit: BodyEdit, { model, upstreamModel, stream, streamOptions }: PassedCall): void {
  if (upstreamModel !== model) edit.put('model', JSON.stringify(upstreamModel));
  if (stream && streamOptions) edit.put('stream_options', withUsage(edit.text('stream_options')));
}

function withUsage(streamOptions: string | undefined): string {
  if (streamOptions === undefined || streamOptions === 'null') return onlyUsage;
  return JSON.stringify({ ...(JSON.parse(streamOptions) as object), include_usage: true });
}

export const marks: StreamMarks = {
  usage: 'usage',
  end: '[DONE]',
  isEnd: (event) => /^data:\s*\[DONE\]/m.test(event),
  isUsageOnly: (payload) => /"choices"\s*:\s*\[\s*\]/.test(payload),
  complete: ['[DONE]', '"finish_reason":"', '"finish_reason": "'],
};
