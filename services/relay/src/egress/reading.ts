import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { badRequest, GatewayError } from '../errors.ts';

/**
 * Does what depends on the client's body alone. Whoever sends a body over which a reader, a writer or a patch falls is told
 * to mend it: no channel is to blame for that, and none may be switched off by it.
 */
export function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatewayError || error instanceof UpstreamRefusal) throw error;
    const refusal = badRequest('A member of the request is of a kind that cannot be read there.');
    refusal.cause = error;
    throw refusal;
  }
}
