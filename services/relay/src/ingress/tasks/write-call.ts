import { forbiddenMembers } from '../../egress/outbound.ts';
import { KnownNames } from '../known-names.ts';
import type { RequestBody } from '../request-body.ts';
import type { TaskCall } from './task-request.ts';

/** What is set, left out or looked through here. */
const known = new KnownNames([
  ...forbiddenMembers,
  'accountFilter',
  'notifyHook',
  'notify_hook',
  'metadata',
  'prompt',
  'gpt_description_prompt',
]);

/**
 * The client's body on its way to a path of the host, with some members set (name → JSON text) and some left out: also those that a
 * host may take for what was set, left out or looked through here.
 */
export function writeCall(
  path: string,
  body: RequestBody,
  set: ReadonlyMap<string, string> = new Map(),
  drop: readonly string[] = [],
): TaskCall {
  const bytes = body.write(set, [...drop, ...forbiddenMembers, ...body.notable(known)]);
  // A form that was written anew has another boundary.
  return { path, contentType: body.contentType, body: bytes };
}
