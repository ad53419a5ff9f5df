import type { BodyEdit } from '../../providers/patch.ts';
import type { PassedCall, StreamMarks } from '../dialect.ts';
import { parseJson } from '../parse-json.ts';

const encrypted = 'reasoning.encrypted_content';

/**
 * The upstream's name of the model; and nothing is stored there, so that any channel can go on with the conversation:
 * reasoning comes back with the client instead.
 */
export function editRequest(edit: BodyEdit, { model, upstreamModel }: PassedCall): void {
  if (upstreamModel !== model) edit.put('model', JSON.stringify(upstreamModel));
  edit.put('store', 'false');
  const include = parseJson(edit.text('include') ?? '[]');
  if (!Array.isArray(include)) edit.put('include', JSON.stringify([encrypted]));
  else if (!include.includes(encrypted)) edit.put('include', JSON.stringify([...include, encrypted]));
}

export const marks: StreamMarks = {
  usage: 'usage',
  end: '"response.completed"',
  isEnd: (event) => /"type"\s*:\s*"response\.(completed|incomplete|failed)"/.test(event),
  usageIsScattered: true,
  complete: ['"response.completed"', '"response.incomplete"'],
};
