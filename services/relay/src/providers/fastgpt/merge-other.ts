import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import type { Patch } from '../patch.ts';

/** The channel's own members; those of the request win. */
export const mergeOther: Patch = (edit, { credentials }) => {
  const given = parseJson(credentials.other);
  if (!isObject(given)) return;
  for (const [key, value] of Object.entries(given)) if (!edit.has(key)) edit.put(key, JSON.stringify(value));
};
