import { forbiddenMembers } from '../egress/outbound.ts';
import { badRequest } from '../errors.ts';
import { KnownNames } from './known-names.ts';
import type { DroppedMember } from './relay-request.ts';
import type { RequestBody } from './request-body.ts';

const anotherModel = 'only the model that is charged for may answer';
const extra = 'what it adds is paid for by the call and has no price here';

/**
 * Members by which hosts that are themselves gateways take another model than the one that is priced (lists to fall back on,
 * settings kept at the operator's account), or add what is paid for by the call. No upstream is told of them.
 */
const unpriced: ReadonlyMap<string, DroppedMember> = new Map(
  [
    { member: 'models', reason: anotherModel },
    { member: 'route', reason: anotherModel },
    { member: 'fallbacks', reason: anotherModel },
    { member: 'preset', reason: anotherModel },
    { member: 'plugins', reason: extra },
  ].map((dropped) => [dropped.member, dropped]),
);

/** What decides here about price, hold, words and address. */
const decisive = new KnownNames(
  [
    ...forbiddenMembers,
    ...unpriced.keys(),
    'model',
    'n',
    'size',
    'quality',
    'service_tier',
    'serviceTier',
    'speed',
    'inference_geo',
    'stream',
    'stream_format',
    'stream_options',
    'tools',
    'max_tokens',
    'max_completion_tokens',
    'max_output_tokens',
    'generationConfig',
    'generation_config',
    'messages',
    'prompt',
    'input',
    'instructions',
    'system',
    'contents',
    'query',
    'documents',
    'systemInstruction',
    'system_instruction',
  ],
  [...unpriced.keys()],
);

/**
 * Members that no upstream is told of, since what they ask for has no price; undefined for none, as most requests have. Throws a
 * GatewayError (400) for a member that was not looked at here, and that a host may take for one that was.
 */
export function unpricedMembers(body: RequestBody): readonly DroppedMember[] | undefined {
  let found: DroppedMember[] | undefined;
  for (const name of body.notable(decisive)) {
    const dropped = unpriced.get(name);
    if (!dropped) throw otherCase(name, decisive.meant(name) as string);
    found = [...(found ?? []), dropped];
  }
  return found;
}

/** The refusal of a name that a host may take for a known one. */
export function otherCase(name: string, known: string) {
  return badRequest(`Write ${known} with exactly these letters, not ${name}: hosts differ on what that means.`, known);
}
