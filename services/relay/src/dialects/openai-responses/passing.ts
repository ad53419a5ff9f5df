import type { BodyEdit } from '../../providers/patch.ts';
import type { PassedCall, StreamMarks } from '../dialect.ts';
import { parseJson } from '../parse-json.ts';
import { dropForeignProofs } from './drop-foreign-proofs.ts';
import { includeProofs } from './include-proofs.ts';

/**
 * The upstream's name of the model; and nothing is stored there, so that any channel can go on with the conversation:
 * reasoning comes back with the client instead.
 */
export function editRequest(edit: BodyEdit, { model, upstreamModel }: PassedCall): void {
  if (upstreamModel !== model) edit.put('model', JSON.stringify(upstreamModel));
  edit.put('store', 'false');
  dropForeignProofs(edit);
  const asked = parseJson(edit.text('include') ?? '[]');
  const include = includeProofs(upstreamModel, Array.isArray(asked) ? asked : []);
  if (include) edit.put('include', JSON.stringify(include));
}

/** A response that failed is no end: it is told as an error when the stream is over. */
export const marks: StreamMarks = {
  usage: 'usage',
  end: '"response"',
  isEnd: (event) => /"type"\s*:\s*"response\.(completed|incomplete)"/.test(event),
  usageIsScattered: true,
  complete: ['"response.completed"', '"response.incomplete"'],
};
