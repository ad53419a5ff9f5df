import { JsonBody } from '../ingress/json-body.ts';
import { BodyEdit, type Patch } from '../providers/patch.ts';
import type { Target } from '../providers/provider.ts';

/** What patches make of a body. */
export function patched(
  patches: readonly Patch[],
  body: object,
  model: string,
  target: Partial<Target> = {},
): Record<string, unknown> {
  const edit = new BodyEdit(JsonBody.of({ ...body }));
  const credentials = { key: '', organization: '', other: '' };
  for (const patch of patches) patch(edit, { model, stream: false, credentials, ...target });
  return JSON.parse(edit.write().toString('utf8'));
}
