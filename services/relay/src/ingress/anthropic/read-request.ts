import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { serviceTiers } from '../../dialects/anthropic-messages/service-tiers.ts';
import { type RelayRequest, readBoolean, readMaxTokens, readModel, requireInput } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';
import { readTiers } from '../service-tier.ts';
import { refuseAdvisors } from './refuse-advisors.ts';

/** Reads and checks the fields of a request to /v1/messages. Throws a GatewayError (400) that names the field. */
export function readRequest(body: RequestBody): RelayRequest {
  const model = readModel(body.read('model'));
  requireInput(body, 'messages', '[', 'a non-empty array');
  refuseAdvisors(body);
  return {
    operation: 'chat',
    dialect: anthropicMessages,
    body,
    model,
    stream: readBoolean(body, 'stream'),
    wantsUsage: true,
    // Nothing is to be written when a client only warms the cache.
    maxTokens: body.text('max_tokens') === '0' ? 0 : readMaxTokens(body, 'max_tokens'),
    choices: 1,
    tiers: readTiers(body, serviceTiers),
  };
}
