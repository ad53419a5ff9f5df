import { GatewayError } from '../../errors.ts';

/** A refusal in the words that clients of task protocols know, such as `prompt_is_required`. */
export function taskError(code: string, status = 400, message = code.replaceAll('_', ' ')): GatewayError {
  return new GatewayError({ code, status, message, type: 'upstream_error' });
}
