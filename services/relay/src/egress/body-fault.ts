import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { badRequest, GatewayError } from '../errors.ts';

/**
 * What to throw for an error in work that depends on the client's body alone. Whoever sends a body over which a reader, a writer or
 * a patch falls is told to mend it: no channel is to blame for that, and none may be switched off by it.
 */
export function bodyFault(error: unknown): unknown {
  if (error instanceof GatewayError || error instanceof UpstreamRefusal) return error;
  const refusal = badRequest('A member of the request is of a kind that cannot be read there.');
  refusal.cause = error;
  return refusal;
}
