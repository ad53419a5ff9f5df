import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import type { Patch } from '../patch.ts';

/** Zhipu answers JSON but checks no schema: the model is told of it in words. */
export const schemaInPrompt: Patch = (edit) => {
  const format = parseJson(edit.text('response_format') ?? '');
  if (!isObject(format) || format.type !== 'json_schema') return;
  edit.put('response_format', '{"type":"json_object"}');
  const schema = isObject(format.json_schema) ? format.json_schema.schema : undefined;
  const messages = parseJson(edit.text('messages') ?? '');
  if (schema === undefined || !Array.isArray(messages)) return;
  const content = `Answer with JSON that fits this schema: ${JSON.stringify(schema)}`;
  edit.put('messages', JSON.stringify([{ role: 'system', content }, ...messages]));
};
