import { forbiddenMembers } from '../egress/outbound.ts';
import { badRequest } from '../errors.ts';
import { KnownNames } from './known-names.ts';
import type { RequestBody } from './request-body.ts';

/** What decides here about price, hold, words and address. */
const decisive = new KnownNames([
  ...forbiddenMembers,
  'model',
  'n',
  'size',
  'quality',
  'service_tier',
  'serviceTier',
  'speed',
  'stream',
  'stream_format',
  'stream_options',
  'fallbacks',
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
  if (name === undefined) return;
  const known = decisive.meant(name) as string;
  throw badRequest(`Write ${known} with exactly these letters, not ${name}: hosts differ on what that means.`, known);
}
