import type { DroppedMember } from './relay-request.ts';
import type { RequestBody } from './request-body.ts';

const anotherModel = 'only the model that is charged for may answer';
const extra = 'what it adds is paid for by the call and has no price here';

/**
 * Members by which hosts that are themselves gateways take another model than the one that is priced (lists to fall back on,
 * settings kept at the operator's account), or add what is paid for by the call.
 */
const unpriced = [
  { member: 'models', reason: anotherModel },
  { member: 'route', reason: anotherModel },
  { member: 'fallbacks', reason: anotherModel },
  { member: 'preset', reason: anotherModel },
  { member: 'plugins', reason: extra },
] as const satisfies readonly DroppedMember[];
export const unpricedMembers = unpriced.map(({ member }) => member);

/** Those that a request has; undefined for none, as most have. No upstream is told of them. */
export function unpricedIn(body: RequestBody): readonly DroppedMember[] | undefined {
  let found: DroppedMember[] | undefined;
  for (const dropped of unpriced) if (body.has(dropped.member)) found = [...(found ?? []), dropped];
  return found;
}
