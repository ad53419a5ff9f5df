import { forbiddenMembers } from '../egress/outbound.ts';
import { badRequest } from '../errors.ts';
import { KnownNames } from './known-names.ts';
import type { RequestBody } from './request-body.ts';
import { unpricedMembers } from './unpriced-members.ts';

/** What decides here about price, hold, words and address. */
const decisive = new KnownNames([
  ...forbiddenMembers,
  ...unpricedMembers,
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
]);

/** Throws a GatewayError (400) for a member that was not looked at here, and that a host may take for one that was. */
export function refuseOtherCase(body: RequestBody): void {
  const [name] = body.otherCases(decisive);
  if (name !== undefined) throw otherCase(name, decisive.meant(name) as string);
}

/** The refusal of a name that a host may take for a known one. */
export function otherCase(name: string, known: string) {
  return badRequest(`Write ${known} with exactly these letters, not ${name}: hosts differ on what that means.`, known);
}
