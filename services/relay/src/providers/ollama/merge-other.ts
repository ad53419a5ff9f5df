import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import type { Patch } from '../patch.ts';

/**
 * The channel's own defaults. `num_ctx` is the most that is asked for, other options fill what the request leaves open;
 * `keep_alive` stands beside the options.
 */
export const mergeOther: Patch = (edit, { credentials }) => {
  const given = parseJson(credentials.other);
  if (!isObject(given)) return;
  const { keep_alive, num_ctx, ...options } = given;
  const written = parseJson(edit.text('options') ?? '{}') as { num_ctx?: number };
  const most = typeof num_ctx === 'number' ? num_ctx : Number.POSITIVE_INFINITY;
  const size = Math.min(written.num_ctx ?? most, most);
  edit.put('options', JSON.stringify({ ...options, ...written, ...(Number.isFinite(size) && { num_ctx: size }) }));
  if (keep_alive !== undefined) edit.put('keep_alive', JSON.stringify(keep_alive));
};
