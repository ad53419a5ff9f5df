import type { GatewayError } from '../../errors.ts';

/** The body of a refusal in OpenAI's shape. */
export function writeError(error: GatewayError, requestId: string) {
  const { message, type, param, code } = error;
  return { body: { error: { message: `${message} (request id: ${requestId})`, type, param, code } } };
}
