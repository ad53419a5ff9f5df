import { type GatewayError, spentCodes } from '../../errors.ts';

/** A refusal in the shape of songs and of this family's task calls. */
export function writeTaskError({ code, message }: GatewayError) {
  return { code: spentCodes.has(code) ? 'quota_not_enough' : code, message, data: null };
}
