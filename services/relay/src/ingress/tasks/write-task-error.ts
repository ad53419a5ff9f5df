import type { GatewayError } from '../../errors.ts';
import { quotaCodes } from './error-shape.ts';

/** A refusal in the shape of songs and of this family's task calls. */
export function writeTaskError({ code, message }: GatewayError) {
  return { code: quotaCodes.has(code) ? 'quota_not_enough' : code, message, data: null };
}
