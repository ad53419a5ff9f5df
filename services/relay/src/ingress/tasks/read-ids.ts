import { asText } from '../../dialects/json.ts';
import type { RequestBody } from '../request-body.ts';

const mostIds = 100;
const longestId = 200;

/** The tasks that a client asks about in the member `ids`; undefined when it is no list, or one that is too long. */
export function readIds(body: RequestBody | undefined): string[] | undefined {
  const ids = body?.read('ids');
  if (!Array.isArray(ids) || ids.length > mostIds) return undefined;
  return ids.map(asText).filter((id) => id.length <= longestId);
}
