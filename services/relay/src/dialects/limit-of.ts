import type { BodyEdit } from '../providers/patch.ts';
import { parseJson } from './parse-json.ts';

/** The greatest number that stands in one of these members of a body: of several limits a host may know only that one. undefined without any. */
export function limitOf(edit: Pick<BodyEdit, 'text'>, ...members: readonly string[]): number | undefined {
  const values = members.map((member) => parseJson(edit.text(member) ?? ''));
  const limits = values.filter((value) => typeof value === 'number');
  return limits.length > 0 ? Math.max(...limits) : undefined;
}
