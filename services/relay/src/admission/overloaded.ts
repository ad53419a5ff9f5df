import { GatewayError, refuse } from '../errors.ts';

/** Not one time for all, or they would all come back together. */
const refusals = [1, 2, 3, 4, 5].map((seconds) => {
  const { code, status, message } = refuse('overloaded');
  return new GatewayError({ code, status, message, retryAfterMs: seconds * 1_000 });
});
let turn = 0;

/** The refusal of a request that is too much for this process now, with a time to come back. */
export function overloaded(): GatewayError {
  turn = (turn + 1) % refusals.length;
  return refusals[turn] as GatewayError;
}
