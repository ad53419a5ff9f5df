import { type GatewayError, spentCodes } from '../../../errors.ts';

/** The protocol's codes for what we refuse ourselves. */
const refused = 4;
const saturated = 30;
const notDone = 5;

/** A refusal in the proxy's shape. */
export function writeMidjourneyError(error: GatewayError) {
  return {
    code: error.status === 429 ? saturated : error.code === 'do_request_failed' ? notDone : refused,
    description: describe(error),
    type: error.type,
  };
}

/** Clients know some refusals by a word; others are a sentence. */
function describe({ code, type, message }: GatewayError): string {
  if (spentCodes.has(code)) return 'quota_not_enough';
  return type === 'upstream_error' && code !== 'upstream_error' ? code : message;
}
