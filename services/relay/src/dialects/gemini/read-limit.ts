import type { BodyEdit } from '../../providers/patch.ts';
import { isObject } from '../json.ts';
import { parseJson } from '../parse-json.ts';
import { member } from './members.ts';

/** Most tokens of an answer that a body asks for; undefined where it names no limit. */
export function readLimit(edit: Pick<BodyEdit, 'text'>): number | undefined {
  const config = parseJson(edit.text('generationConfig') ?? edit.text('generation_config') ?? '');
  const limit = isObject(config) ? member(config, 'maxOutputTokens') : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
