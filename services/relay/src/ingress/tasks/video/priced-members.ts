import { isObject } from '../../../dialects/json.ts';
import { parseJson } from '../../../dialects/parse-json.ts';
import { fold } from '../../known-names.ts';
import type { RequestBody } from '../../request-body.ts';

/** What decides the price of a video, by the names that hosts have for it. */
const priced: ReadonlySet<string> = new Set(
  ['model', 'model_name', 'seconds', 'duration', 'frames', 'size', 'resolution', 'n'].map(fold),
);

const isPriced = (name: string) => priced.has(fold(name));

/**
 * How a body goes out so that a host reads model, length and size as they were priced (`stated`: name → JSON text): some hosts read names in
 * any case, and what stands in `metadata` as if it stood beside it.
 */
export function pricedMembers(
  body: RequestBody,
  stated: ReadonlyMap<string, string>,
): { set: ReadonlyMap<string, string>; drop: readonly string[] } {
  const drop = Object.keys(body.parse()).filter((name) => isPriced(name) && !stated.has(name));
  const given = body.read('metadata');
  // A form has it as a text.
  const metadata = typeof given === 'string' ? parseJson(given) : given;
  if (!isObject(metadata)) return { set: stated, drop: [...drop, 'metadata'] };
  const kept = JSON.stringify(metadata, (name, value) => (isPriced(name) ? undefined : value));
  return { set: new Map([...stated, ['metadata', kept]]), drop };
}
