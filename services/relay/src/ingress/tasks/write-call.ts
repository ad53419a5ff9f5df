import { forbiddenMembers } from '../../egress/outbound.ts';
import type { RequestBody } from '../request-body.ts';
import type { TaskCall } from './task-request.ts';

/** The client's body on its way to a path of the host, with some members set (name → JSON text) and some left out. */
export function writeCall(
  path: string,
  body: RequestBody,
  set: ReadonlyMap<string, string> = new Map(),
  drop: readonly string[] = [],
): TaskCall {
  const bytes = body.write(set, [...drop, ...forbiddenMembers]);
  // A form that was written anew has another boundary.
  return { path, contentType: body.contentType, body: bytes };
}
